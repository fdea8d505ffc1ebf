export const taxTerms = ['short', 'long', 'check'] as const
/** `check`: a flag could change the term. */
export type TaxTerm = (typeof taxTerms)[number]

export const taxFlags = [
  'holding_period_reset',
  'holding_period_suspended',
  'loss_may_be_long_term',
  'qualification_unknown',
  'wash_sale_possible',
] as const
export type TaxFlag = (typeof taxFlags)[number]

/** Meaning of each flag, for screens. */
export const TAX_FLAG_WORDS: Readonly<Record<TaxFlag, string>> = {
  holding_period_reset:
    'A call that was not a qualified covered call was written before the shares were long-term. Their holding period may start over when that call ends.',
  holding_period_suspended:
    'A qualified call was in the money when it was written. The holding period of the shares may not run while it is open.',
  loss_may_be_long_term:
    'The call was in the money when it was written, and long-term shares were held. Its loss may count as long-term.',
  qualification_unknown:
    'It is unknown whether a call written before the shares were long-term was qualified. The term assumes that it was.',
  wash_sale_possible:
    'Shares of the same stock were bought within 30 days of this loss. It may be a wash sale; no amount was moved.',
}

/** Limits of the tax view, on its page and in the last line of its file. */
export const TAX_LIMITS: readonly string[] = [
  'Not tax advice. Figures come from what you recorded in Callwright; compare them with your broker’s Form 1099-B.',
  'Days are New York trade days. Brokers fill in the two dates of a written call differently; here both are the day on which it ended.',
  'A possible wash sale is marked, but no amount is moved, and accounts that you have not recorded are unseen.',
  'Calls bought back at a loss and written again are not judged, because their treatment is unsettled.',
  'Not covered: straddle and constructive-sale elections, Section 1256 contracts such as index options, dealers and Section 475(f), return of capital, the year-end rule of Section 1092(c)(4)(E), states, other countries, and filing.',
]

export const TAX_NOTE = TAX_LIMITS.join(' ')
