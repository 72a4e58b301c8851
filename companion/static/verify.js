// The page that verifies records: show whether this phone took part and saw the same history.
import { checkPage } from "./chain.js";

checkPage();
