import type { CandidateRequest } from '@callwright/contracts'
import { costNeeded, reversedBounds, twoExpirations } from '../errors.ts'
import type { IsoDate } from '../providers/provider.ts'
import type { RequestedCriteria } from './recommendations.ts'

/** Reads a request's expiration from its query or its body. Throws `two_expirations`. */
export function readExpiration(
  query: { readonly expiration_date?: string },
  body: { readonly expiration_date?: string },
): IsoDate | null {
  const [inAddress, inBody] = [query.expiration_date, body.expiration_date]
  if (inAddress !== undefined && inBody !== undefined && inAddress !== inBody) throw twoExpirations()
  return inAddress ?? inBody ?? null
}

/** Converts the body of a custom request to criteria (D22). Throws `invalid_range`, `cost_basis_needed`. */
export function readCriteria(body: CandidateRequest): RequestedCriteria {
  requireOrder(body, 'target_delta_min', 'target_delta_max')
  requireOrder(body, 'min_dte', 'max_dte')
  if (body.cost_basis === undefined) {
    if (body.never_below_cost === true) throw costNeeded('never_below_cost')
    if (body.return_basis === 'cost_basis') throw costNeeded('return_basis cost_basis')
  }
  const criteria = {
    targetDeltaMin: body.target_delta_min,
    targetDeltaMax: body.target_delta_max,
    minDays: body.min_dte,
    maxDays: body.max_dte,
    minAnnualYieldPct: body.min_annual_yield_pct,
    minOpenInterest: body.min_open_interest,
    maxSpreadPct: body.max_spread_pct,
    avoidEarnings: body.avoid_earnings,
    avoidExDividend: body.avoid_ex_dividend,
    costBasis: body.cost_basis,
    neverBelowCost: body.never_below_cost,
    returnBasis: body.return_basis,
    limit: body.limit,
  }
  return Object.fromEntries(Object.entries(criteria).filter(([, wish]) => wish !== undefined))
}

type Bound = 'target_delta_min' | 'target_delta_max' | 'min_dte' | 'max_dte'

function requireOrder(body: CandidateRequest, least: Bound, most: Bound): void {
  const [min, max] = [body[least], body[most]]
  if (min !== undefined && max !== undefined && min > max) throw reversedBounds(least, most)
}
