import type { Runtime } from '@callwright/service'
import { type Upstream, upstreams } from '../upstreams.ts'
import type { OwnMetrics } from './own-metrics.ts'
import type { Target } from './processes.ts'
import type { WorkerList } from './worker-list.ts'

const SCRAPE_TIMEOUT_MS = 3_000
/** Maximum size of a response, ten times the size of a process's metrics. */
const MAX_BYTES = 4 * 1_024 * 1_024

interface TargetsOptions {
  readonly runtime: Pick<Runtime, 'metrics'>
  readonly opsUrls: Readonly<Record<Upstream, string>>
  readonly opsToken: () => string
  readonly workers: WorkerList
  readonly own: OwnMetrics
}

/** Lists the processes of the stack: the gateway, the configured services and the registered workers. */
export function createTargetList({ runtime, opsUrls, opsToken, workers, own }: TargetsOptions) {
  async function scrape(service: string, opsUrl: string): Promise<string> {
    const sentAtMs = Date.now()
    const response = await fetch(`${opsUrl}/metrics`, {
      headers: { authorization: `Bearer ${opsToken()}` },
      redirect: 'error',
      signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS),
    })
    own.noteClock(service, response.headers.get('date'), (sentAtMs + Date.now()) / 2)
    if (!response.ok) throw new Error(`/metrics returned ${response.status}`)
    return readText(response)
  }

  return async (): Promise<Target[]> => [
    {
      id: 'gateway',
      service: 'gateway',
      scrape: async () => {
        await own.refresh()
        return runtime.metrics.registry.metrics()
      },
    },
    ...upstreams.map((name) => ({ id: name, service: name, scrape: () => scrape(name, opsUrls[name]) })),
    ...(await workers.list()).map(({ id, opsAddress }) => ({
      id,
      service: 'workers' as const,
      scrape: () => scrape('workers', opsAddress),
    })),
  ]
}

/** Reads at most `MAX_BYTES`, so that no server can exhaust memory. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BYTES) throw new Error('The metrics response is too large')
  }
  return text
}
