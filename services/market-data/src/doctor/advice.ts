import type { ProviderDefinition } from '../providers/provider-definition.ts'
import type { Examined } from './examine-source.ts'
import type { CapabilityStatus } from './report.ts'

export function giveAdvice({ variables }: ProviderDefinition, { answers, capabilities, refusals }: Examined): string[] {
  const has = (status: CapabilityStatus) => capabilities.some((report) => report.status === status)
  const listOf = (ending: string) => variables.filter((variable) => variable.endsWith(ending)).join(', ')
  const advice: string[] = []
  if (answers.status === 'key_refused' || has('key_refused')) {
    advice.push(`Copy the key from the provider's website into ${listOf('_KEY')} again, without quotes or spaces.`)
  } else if (answers.status === 'no_answer' || answers.status === 'unusable' || has('no_answer')) {
    advice.push(`Check your network, the provider's status page, and ${listOf('_URL')} if set.`)
  }
  const limitVariable = listOf('_CALLS_PER_MINUTE')
  if (limitVariable !== '' && refusals > 0) {
    advice.push(
      `It reported too many calls. Set ${limitVariable} to the limit of your plan; calls by other users of the key, including the running service, count too.`,
    )
  }
  if (has('not_in_plan')) {
    advice.push(
      'For data that the plan does not include, upgrade the plan or add another provider to MARKET_DATA_PROVIDER.',
    )
  }
  return advice
}
