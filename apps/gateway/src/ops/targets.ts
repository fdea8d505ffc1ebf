import type { Runtime } from '@callwright/service'
import { type Upstream, upstreams } from '../upstreams.ts'
import type { OwnMetrics } from './own-metrics.ts'
import type { Target } from './processes.ts'
import type { WorkerList } from './worker-list.ts'

const SCRAPE_TIMEOUT_MS = 3_000
/** Ten times what a process tells. */
const MAX_BYTES = 4 * 1_024 * 1_024

interface TargetsOptions {
  readonly runtime: Pick<Runtime, 'metrics'>
  readonly opsUrls: Readonly<Record<Upstream, string>>
  readonly opsToken: () => string
  readonly workers: WorkerList
  readonly own: OwnMetrics
}

/** The processes of the stack: this one, the services where they are configured, the workers that announce themselves. */
export function createTargetList({ runtime, opsUrls, opsToken, workers, own }: TargetsOptions) {
  async function scrape(service: string, opsUrl: string): Promise<string> {
    const sentAtMs = Date.now()
    const answer = await fetch(`${opsUrl}/metrics`, {
      headers: { authorization: `Bearer ${opsToken()}` },
      redirect: 'error',
      signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS),
    })
    own.noteClock(service, answer.headers.get('date'), (sentAtMs + Date.now()) / 2)
    if (!answer.ok) throw new Error(`Metrics answered ${answer.status}`)
    return readText(answer)
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

/** Whoever answers at the address must not fill the memory. */
async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BYTES) throw new Error('The answer is too long for metrics of ours')
  }
  return text
}
