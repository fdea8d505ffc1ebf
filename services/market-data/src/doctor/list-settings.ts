import { type Env, isSet } from '../env.ts'
import type { SourceReport } from './report.ts'

/** Lists which variables are set, without their values. */
export function listSettings(env: Env, variables: readonly string[]): SourceReport['settings'] {
  return {
    found: variables.filter((variable) => isSet(env, variable)),
    notSet: variables.filter((variable) => !isSet(env, variable)),
  }
}
