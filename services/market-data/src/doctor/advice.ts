import type { ProviderDefinition } from '../providers/provider-definition.ts'
import type { Examined } from './examine-source.ts'
import type { CapabilityStatus } from './report.ts'

/** Suggestions for fixing failures, one sentence each. */
export function giveAdvice({ variables }: ProviderDefinition, { answers, capabilities, refusals }: Examined): string[] {
  const has = (status: CapabilityStatus) => capabilities.some((report) => report.status === status)
  const listOf = (ending: string) => variables.filter((variable) => variable.endsWith(ending)).join(', ')
  const advice: string[] = []
  if (answers.status === 'key_refused' || has('key_refused')) {
    advice.push(`Copy the key from the provider's page once more into ${listOf('_KEY')}, without quotes or blanks.`)
  } else if (answers.status === 'no_answer' || answers.status === 'unusable' || has('no_answer')) {
    advice.push(`Look at the network here, the provider's status page, and ${listOf('_URL')} where set.`)
  }
  const limitVariable = listOf('_CALLS_PER_MINUTE')
  if (limitVariable !== '' && refusals > 0) {
    advice.push(
      `It refused calls for their number. Set ${limitVariable} to what your plan allows; other users of the key, the service itself too, count as well.`,
    )
  }
  if (has('not_in_plan')) {
    advice.push('What the plan does not include needs a larger plan, or a provider that has it named beside this one.')
  }
  return advice
}
