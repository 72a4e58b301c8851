from printgen.start import main

main()
