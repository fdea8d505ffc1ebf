import type { Missing, Stamp } from '../providers/provider.ts'
import type { Question } from '../providers/questions.ts'
import { chooseRate } from '../providers/rate-curve.ts'

/** Empty answer with reasons; a rate is assumed instead and reported as such. */
export function answerUnknown(
  question: Question,
  args: readonly unknown[],
  { source, dataClass, asOfMs }: Stamp,
  missing: readonly Missing[],
): unknown {
  if (question.shape === 'bare') return question.unknown
  if (question.endpoint !== 'rate') return { source, dataClass: 'none', asOfMs, value: question.unknown, missing }
  const assumed = chooseRate(null, Number(args[0]))
  return { source, dataClass, asOfMs, value: assumed.value, missing: [...missing, ...assumed.missing] }
}
