import type { Missing, Stamp } from '../providers/provider.ts'
import { chooseRate } from '../providers/rate-curve.ts'
import type { SourceRequest } from '../providers/source-requests.ts'

/**
 * Builds an empty answer with reasons. For an interest rate, the answer is an assumed rate that is labeled as assumed.
 */
export function answerUnknown(
  request: SourceRequest,
  args: readonly unknown[],
  { source, dataClass, asOfMs }: Stamp,
  missing: readonly Missing[],
): unknown {
  if (request.shape === 'bare') return request.unknown
  if (request.endpoint !== 'rate') return { source, dataClass: 'none', asOfMs, value: request.unknown, missing }
  const assumed = chooseRate(null, Number(args[0]))
  return { source, dataClass, asOfMs, value: assumed.value, missing: [...missing, ...assumed.missing] }
}
