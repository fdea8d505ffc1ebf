import type { Unit } from '../slots.ts'

/** Label and unit of every figure of a calculation. The names are those of the calculator's arguments. */
export const roles = {
  premium: ['Premium', 'usd'],
  cost: ['Cost of a share', 'usd'],
  price: ['Stock now', 'usd'],
  strike: ['Strike', 'usd'],
  shares: ['Shares', 'count'],
  contracts: ['Contracts', 'count'],
  days: ['Days', 'days'],
  buy_back: ['Price to buy back', 'usd'],
  new_premium: ['Premium of the new call', 'usd'],
  new_strike: ['Strike of the new call', 'usd'],
  fee: ['Fee a contract', 'usd'],
  fee_total: ['Fees in all', 'usd'],
  dividend: ['Dividends', 'usd'],
  return_pct: ['Percent', 'pct'],
  periods_a_year: ['Times a year', 'count'],
  good_periods: ['Good ones of these', 'count'],
  times: ['Times received', 'count'],
  delta: ['Delta', 'delta'],
  move: ['Move of the stock', 'usd'],
  close_price: ['Stock closes at', 'usd'],
  close_pct: ['Move until it closes', 'pct'],
  target: ['Amount to reach', 'usd'],
  budget: ['Amount to invest', 'usd'],
  leap_cost: ['Cost of the long call', 'usd'],
  leap_strike: ['Strike of the long call', 'usd'],
  debit: ['Net debit', 'usd'],
  closed: ['Contracts bought back', 'count'],
  theta: ['Theta', 'usd'],
  bid: ['Bid', 'usd'],
  ask: ['Ask', 'usd'],
  amount: ['Amount received', 'usd'],
  tax_pct: ['Tax rate', 'pct'],
  other_pct: ['Rate to compare with', 'pct'],
  part_pct: ['Part of the money', 'pct'],
  goal_cost: ['Cost to reach', 'usd'],
  breakeven: ['Breakeven', 'usd'],
  otm_pct: ['Distance of the strike', 'pct'],
  gap: ['Loss to make up', 'usd'],
  dividend_periods: ['Dividends a year', 'count'],
} as const satisfies Record<string, readonly [string, Unit]>
export type RoleName = keyof typeof roles
export const roleNames = Object.keys(roles) as RoleName[]
/** Name of the chip of a figure. */
export const givenChip = (name: RoleName) => `given_${name}`
/** Values by role, in the order of the message. */
export type GivenFigures = { readonly [Name in RoleName]?: readonly number[] }
