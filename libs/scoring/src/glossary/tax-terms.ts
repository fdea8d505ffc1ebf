import { defineTerm } from './term.ts'

/** Tax terms of US federal income tax, as the IRS defines them. Sources: Publication 550 and section 1092 of the code. */
export const taxTerms = [
  defineTerm({
    id: 'premium_tax',
    term: 'tax on premium',
    synonyms: ['premium tax', 'option tax', 'taxes on covered calls'],
    sentence:
      'The premium of a call you sold is not income when you receive it: it counts when the call expires, is bought back or is assigned.',
    why: 'If the call expires or is bought back, the result is a short-term capital gain or loss, whatever time has passed. If it is assigned, the premium is added to the price at which the shares are sold.',
  }),
  defineTerm({
    id: 'holding_period',
    term: 'holding period',
    synonyms: ['long-term gain', 'short-term gain', 'long term capital gain', 'short term capital gain'],
    sentence:
      'Shares held for more than one year before they are sold or called away give a long-term capital gain or loss; otherwise it is short-term.',
    why: 'A call that is not a qualified covered call suspends or restarts the holding period of shares held for less than that time, and can cost a dividend its lower rate.',
  }),
  defineTerm({
    id: 'wash_sale',
    term: 'wash sale',
    synonyms: ['wash sale rule'],
    sentence:
      'A loss does not count if you buy the same or a substantially identical stock or option within 30 days before or after the sale.',
    why: 'The loss is not gone: it is added to the cost of what you bought. It can apply when a call is bought back at a loss and a similar one is sold, and when shares are sold at a loss and bought again.',
  }),
  defineTerm({
    id: 'account_tax',
    term: 'retirement account',
    synonyms: ['ira', '401k', 'roth', 'tax-deferred account'],
    sentence: 'In an IRA or another retirement account, results of covered calls are not taxed in the year they arise.',
    why: 'Many brokers allow covered calls there. Holding periods, wash sales against the account and qualified dividends follow other rules than in a taxable account.',
  }),
  defineTerm({
    id: 'tax_report',
    term: 'Form 1099-B',
    synonyms: ['1099', '1099-b', 'tax form'],
    sentence:
      'Your broker reports sold shares and closed options on Form 1099-B, which is what counts for your tax return.',
    why: 'This app is a ledger for your decisions: its income by month and symbol can differ from the form in dates and adjustments.',
  }),
]
