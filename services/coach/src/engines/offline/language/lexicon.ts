/** Misspellings are corrected to these words. */
export const lexicon: ReadonlySet<string> = new Set(
  (
    'options option calls strike strikes delta theta gamma expiration expirations expires expiry premium premiums yield yields ' +
    'yielding portfolio position positions holdings covered stock stocks shares contracts compare analyze analyse explain ' +
    'dividend dividends earnings holiday market assignment assigned volatility recommendation breakeven rolling screener ' +
    'between annualized monthly weekly moneyness intrinsic extrinsic headroom liquidity calculate profit profits return ' +
    'returns attention upcoming technology financial financials healthcare energy utilities industrials materials interest ' +
    'spread credit winners losers rating score scores sector cheapest highest lowest biggest available should would ' +
    'friday monday tuesday wednesday thursday december january february november october september tomorrow thanksgiving ' +
    'christmas overbought oversold conservative aggressive collected collect received bought selling writing symbol ticker ' +
    'candidates companies difference meaning quote close closed percentile quarter leaps weeklies monthlies expiries'
  ).split(' '),
)

/** Correct words that happen to be one edit away from a word in the lexicon. */
export const neverCorrected: ReadonlySet<string> = new Set(
  (
    'stork stack stacks stacked stroke striker called callers scored spreads optional stocked marked could mould world shout starting closer ' +
    'quite written shared share stocky shore score scope scores stores rated rather rates sectors sellings chose loser winner ' +
    'winter return turns retune field fields friend monkey bough bright brought though thought clothes cloth closest earning ' +
    'holding holdings sting positive portion learnings leans leaps leap wells selling smelling boring during morning biggest ' +
    'makeup markets matter mattered analyst analysts strikes striking pricing price prices raise raised'
  ).split(' '),
)
