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
