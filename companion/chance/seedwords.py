"""The words of which seeds such as `jade-otter-41` are made."""

from typing import Final

# A block of words reads better than a hundred quoted ones.
QUALITIES: Final = tuple(
    """
    amber azure bold brave bright brisk calm clever copper coral crimson curly daring dusky
    eager early faint fair fancy fast fine fleet fond free fresh gentle giant gilded glad
    golden grand green grey happy hardy hazel hidden honest humble indigo ivory jade jolly
    keen kind late light little lively lonely loud lucky lunar mellow merry mighty misty
    modest narrow neat nimble noble olive opal orange pale patient pearl plain plucky polite
    prime proud purple quick quiet rapid rare ready red royal ruby rusty sable salty sandy
    scarlet secret sharp shiny silent silver sleepy slim small smart smooth snowy soft solar
    spry steady still stormy sturdy sunny swift tall tame tawny tender tidy tiny topaz tough
    true velvet violet warm wary white wild wily windy wise witty young zesty
    """.split()  # noqa: SIM905
)
CREATURES: Final = tuple(
    """
    ant badger bat bear beaver bee beetle bison boar bream buck camel carp cat cobra cod colt
    cow crab crane cricket crow cub deer dingo dog dolphin donkey dove dragon drake duck eagle
    eel egret elk ermine falcon fawn ferret finch fish flea fly fox frog gecko gibbon gnu goat
    goose grouse gull hare hawk hen heron hippo hornet horse hound hyena ibex ibis iguana
    jackal jay kestrel kite kiwi koala lamb lark lemur lion lizard llama lobster lynx magpie
    mammoth marmot marten mink mole moose moth mouse mule newt otter owl ox oyster panda
    parrot pelican perch pigeon pike pony prawn puffin puma quail rabbit ram rat raven robin
    rook salmon seal shark sheep shrew shrimp skunk sloth snail snake sparrow spider squid
    stag stork swallow swan swift tapir tern tiger toad trout tuna turtle viper walrus wasp
    weasel whale wolf wren yak zebra
    """.split()  # noqa: SIM905
)
