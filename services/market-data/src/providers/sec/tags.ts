/** Tags in the US-GAAP taxonomy, with the preferred ones first. */

export const INCOME_TAGS = ['NetIncomeLoss', 'ProfitLoss'] as const

/** Revenue as banks report it. If they also report `Revenues`, that may be before interest expense. */
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

/** Tags for debt due in more than a year. */
export const NONCURRENT_DEBT_TAGS = [
  'LongTermDebtNoncurrent',
  'LongTermDebtAndCapitalLeaseObligations',
  'LongTermNotesPayable',
  'ConvertibleLongTermNotesPayable',
  'SeniorLongTermNotes',
] as const

/** Tags for the part of long-term debt that is due within a year. */
export const MATURING_DEBT_TAGS = ['LongTermDebtCurrent', 'LongTermDebtAndCapitalLeaseObligationsCurrent'] as const

/** Tags for money borrowed for less than a year. */
export const SHORT_TERM_DEBT_TAGS = ['ShortTermBorrowings', 'CommercialPaper'] as const

/** Tag for all debt due within a year, both maturing and short-term. */
export const CURRENT_DEBT_TAG = 'DebtCurrent'

/** Tag for long-term debt, including the part that is maturing. */
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
