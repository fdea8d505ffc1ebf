import { alertChannelKinds } from '@callwright/contracts'
import type { Runtime, ServiceClient } from '@callwright/service'
import type { Kysely } from 'kysely'
import { calendarRoutes } from '../calendar/calendar-routes.ts'
import { createCalendarStore } from '../calendar/calendar-store.ts'
import type { Tables } from '../db/schema.ts'
import type { PositionStore } from '../positions/position-store.ts'
import type { PrepareCheck } from '../positions/stock-names.ts'
import type { MarketClock } from '../quotes/market-clock.ts'
import type { ReadPortfolio } from '../valuation/valuation.ts'
import { channelRoutes } from './delivery/channel-routes.ts'
import { createChannelStore } from './delivery/channel-store.ts'
import { createChannelRules } from './delivery/channels.ts'
import { createDeliverer, type Wait } from './delivery/deliver.ts'
import { createDeliveryStore } from './delivery/delivery-store.ts'
import type { OpenMeans } from './delivery/means.ts'
import { createEvaluator } from './evaluation/evaluate.ts'
import { createEvaluationStore } from './evaluation/evaluation-store.ts'
import { createFiguresReader } from './evaluation/read-figures.ts'
import { scheduleEvaluation } from './evaluation/schedule.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { createMessageStore } from './messages/message-store.ts'
import { ruleRoutes } from './rules/rule-routes.ts'
import { createRuleStore } from './rules/rule-store.ts'
import { createAlertUserData } from './user-data.ts'

interface AlertDeps {
  readonly database: Kysely<Tables>
  readonly positions: Pick<PositionStore, 'list'>
  readonly readPortfolio: ReadPortfolio
  readonly prepareCheck: PrepareCheck
  readonly clock: MarketClock
  readonly screener: Pick<ServiceClient, 'call'>
  readonly means: OpenMeans
  readonly now: () => number
  readonly wait?: Wait | undefined
  readonly redis: { readonly url: string; readonly prefix: string }
  readonly checkMs: number
  readonly sendMs: number
}

/** Opens the rules, their evaluation after each refresh, the channels and the delivery to them, and the calendar. */
export function openAlerts(runtime: Runtime, deps: AlertDeps) {
  const { database, readPortfolio, clock, screener, means, now } = deps
  const { log, metrics } = runtime
  const rules = createRuleStore(database)
  const messages = createMessageStore(database)
  const store = createChannelStore(database)
  const calendar = createCalendarStore(database)
  const figures = createFiguresReader({ readPortfolio, screener, log })
  const found = metrics.counter('portfolio_alert_messages_total', 'Messages of alert rules')
  const sent = metrics.counter('portfolio_alert_deliveries_total', 'Deliveries of alerts', ['outcome', 'kind'], {
    known: { outcome: ['sent', 'failed', 'retried'], kind: alertChannelKinds },
  })
  const deliverer = createDeliverer({
    store: createDeliveryStore(database),
    send: means.send,
    now,
    wait: deps.wait,
    log,
    observe: (outcome, kind) => sent.inc({ outcome, kind }),
    stopEnded: store.stopEnded,
  })
  const evaluator = createEvaluator({
    store: createEvaluationStore(database),
    figures,
    screener,
    clock,
    now,
    log,
  })
  const sending = repeat(
    deps.sendMs,
    async () => void (await deliverer.serveDue()),
    (error) => log.debug({ err: error }, 'alerts.not_sent'),
  )
  async function evaluate(): Promise<number> {
    const added = await evaluator.run()
    found.inc(added)
    return added
  }
  const channels = createChannelRules({ store, messages, means, now })

  return {
    routes: {
      ...ruleRoutes({ ...deps, rules, figures }),
      ...messageRoutes({ messages }),
      ...channelRoutes({ channels, store, means, pushKey: means.pushKey, now }),
      ...calendarRoutes({ store: calendar, readPortfolio }),
    },
    userData: createAlertUserData(database, { rules, channels: store, messages, calendar }),
    evaluate,
    deliverer,
    /** Starts to evaluate and to send. */
    start(): void {
      const { url, prefix } = deps.redis
      scheduleEvaluation(runtime, { url, prefix, everyMs: deps.checkMs, run: async () => void (await evaluate()) })
      sending.start()
      runtime.onClose('alert delivery', async () => {
        sending.stop()
        await deliverer.close()
      })
    },
  }
}

/** Runs work again and again, with a pause after each run. */
function repeat(pauseMs: number, work: () => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const run = () =>
    void work()
      .catch(onError)
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, pauseMs).unref()
      })
  return {
    start: run,
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
