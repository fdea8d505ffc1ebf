import { type Env, isSet } from '../env.ts'
import type { SourceReport } from './report.ts'

/** Which of these variables are set; their values are nobody's business. */
export function listSettings(env: Env, variables: readonly string[]): SourceReport['settings'] {
  return {
    found: variables.filter((variable) => isSet(env, variable)),
    notSet: variables.filter((variable) => !isSet(env, variable)),
  }
}
