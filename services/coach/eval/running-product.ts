import { buildPath, type EndpointId, endpointTable, type Problem, type Success } from '@callwright/contracts'
import { AppError, type ServiceCall, type ServiceClient } from '@callwright/service'
import type { ListedStock } from '../src/turn/types.ts'
import { USER } from './run-item.ts'

/** Market, stocks and user that a question set is asked about. */
export interface EvalWorld {
  readonly client: Pick<ServiceClient, 'call'>
  readonly asOf: string
  readonly listed: readonly ListedStock[]
  readonly user: typeof USER
}

const ROWS = 500

/** Signs in to a running product as a demo user, whose example positions the questions are about. */
export async function joinProduct(baseUrl: string): Promise<EvalWorld> {
  const request = async <Id extends EndpointId>(
    id: Id,
    { params, query, body }: ServiceCall<Id>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Success<Id>> => {
    const url = new URL(buildPath(id, (params ?? {}) as Record<string, string>), baseUrl)
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method: endpointTable[id].method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) {
      const { code, detail } = (await response.json()) as Problem
      throw new AppError(response.status, code, detail)
    }
    return (response.status === 204 ? null : await response.json()) as Success<Id>
  }
  const { access_token } = await request('auth.demo', {}, {})
  const client: EvalWorld['client'] = {
    call: (id, call = {}) => request(id, call, { authorization: `Bearer ${access_token}` }),
  }
  const first = await client.call('screener.view', { query: { limit: ROWS, offset: 0 } })
  const listed: ListedStock[] = [...first.stocks.map(toListed)]
  for (let offset = ROWS; offset < first.pagination.total; offset += ROWS) {
    const { stocks } = await client.call('screener.view', { query: { limit: ROWS, offset } })
    listed.push(...stocks.map(toListed))
  }
  return { client, listed, asOf: new Date().toISOString(), user: { ...USER, isDemo: true } }
}

const toListed = ({ symbol, company_name }: Success<'screener.view'>['stocks'][number]): ListedStock => ({
  symbol,
  name: company_name ?? symbol,
})
