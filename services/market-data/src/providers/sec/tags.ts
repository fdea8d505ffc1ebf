/** Names of the US-GAAP taxonomy, the preferred ones first. */

export const INCOME_TAGS = ['NetIncomeLoss', 'ProfitLoss'] as const

/** A bank's revenue as banks state it; its `Revenues`, where it has them, may be before interest paid. */
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

/** Due after more than a year. */
export const NONCURRENT_DEBT_TAGS = [
  'LongTermDebtNoncurrent',
  'LongTermDebtAndCapitalLeaseObligations',
  'LongTermNotesPayable',
  'ConvertibleLongTermNotesPayable',
  'SeniorLongTermNotes',
] as const

/** The part of long-term debt due within a year. */
export const MATURING_DEBT_TAGS = ['LongTermDebtCurrent', 'LongTermDebtAndCapitalLeaseObligationsCurrent'] as const

/** Borrowed for less than a year. */
export const SHORT_TERM_DEBT_TAGS = ['ShortTermBorrowings', 'CommercialPaper'] as const

/** All debt due within a year: maturing and short-term together. */
export const CURRENT_DEBT_TAG = 'DebtCurrent'

/** Long-term debt with its maturing part. */
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
