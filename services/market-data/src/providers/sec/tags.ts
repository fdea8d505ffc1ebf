/** Tags of the US-GAAP taxonomy, preferred ones first. */

export const INCOME_TAGS = ['NetIncomeLoss', 'ProfitLoss'] as const

/** Revenue as reported by banks; their `Revenues`, if present, may be before interest expense. */
export const BANK_REVENUE_TAG = 'RevenuesNetOfInterestExpense'

export const REVENUE_TAGS = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
  'Revenues',
] as const

export const EQUITY_TAGS = [
  'StockholdersEquity',
  'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
] as const

/** Debt due after more than a year. */
export const NONCURRENT_DEBT_TAGS = [
  'LongTermDebtNoncurrent',
  'LongTermDebtAndCapitalLeaseObligations',
  'LongTermNotesPayable',
  'ConvertibleLongTermNotesPayable',
  'SeniorLongTermNotes',
] as const

/** Part of long-term debt that is due within a year. */
export const MATURING_DEBT_TAGS = ['LongTermDebtCurrent', 'LongTermDebtAndCapitalLeaseObligationsCurrent'] as const

/** Borrowings for less than a year. */
export const SHORT_TERM_DEBT_TAGS = ['ShortTermBorrowings', 'CommercialPaper'] as const

/** All debt due within a year: maturing and short-term together. */
export const CURRENT_DEBT_TAG = 'DebtCurrent'

/** Long-term debt, including its maturing part. */
export const LONG_TERM_DEBT_TAG = 'LongTermDebt'

export const LEASE_TAG = 'OperatingLeaseLiability'
export const LEASE_PART_TAGS = ['OperatingLeaseLiabilityNoncurrent', 'OperatingLeaseLiabilityCurrent'] as const

export const FLOW_TAGS: readonly string[] = [...INCOME_TAGS, BANK_REVENUE_TAG, ...REVENUE_TAGS]
export const LEASE_TAGS: readonly string[] = [LEASE_TAG, ...LEASE_PART_TAGS]
export const BALANCE_TAGS: readonly string[] = [
  ...EQUITY_TAGS,
  ...NONCURRENT_DEBT_TAGS,
  ...MATURING_DEBT_TAGS,
  ...SHORT_TERM_DEBT_TAGS,
  CURRENT_DEBT_TAG,
  LONG_TERM_DEBT_TAG,
]
