import type { IsoDate } from '../calendar/iso-date.ts'
import type { Ending } from '../lifecycle/chain-state.ts'
import type { AdjustEvent, GrantFacts, MoneyEvent } from '../lifecycle/ledger-event.ts'
import type { EventResult } from '../lifecycle/replay.ts'

/** Contracts written on one day. */
export interface Writing {
  readonly eventId: string
  readonly positionId: string
  readonly chainId: string
  readonly group: string
  readonly day: IsoDate
  /** Strike in the terms of that day, dollars per share. */
  readonly strike: number
  readonly expiration: IsoDate
  /** Facts stored on that day; null if there are none, or if the terms were edited since. */
  readonly grant: GrantFacts | null
  contracts: number
  /** Day on which the last of them ended; null while some are open. */
  endedOn: IsoDate | null
}

/** Contracts of a call that ended at once, whenever they were written. */
export interface TaxEnding {
  readonly result: EventResult
  readonly ending: Ending
  readonly positionId: string
  readonly strike: number
  readonly expiration: IsoDate
  readonly group: string
  readonly writings: readonly Writing[]
}

export interface OpenContracts extends Pick<Writing, 'positionId' | 'chainId' | 'strike' | 'expiration'> {
  readonly contracts: number
  readonly openedOn: IsoDate
}

/** Contracts while a ledger is read. */
export interface ContractWalk {
  /** All contracts written, by stock and account. */
  readonly writings: Map<string, Writing[]>
  readonly queues: Map<string, CallQueue>
  readonly endings: TaxEnding[]
}

/** Contracts of a call that are open, oldest first, and its strike now. */
interface CallQueue {
  readonly expiration: IsoDate
  strike: number
  open: Writing[]
}

/** Fewer contracts than this are rounding noise of an adjustment. */
const NO_CONTRACTS = 1e-9

/** Ends the contracts that an event ends, in the order in which they were written. */
export function endContracts(
  walk: ContractWalk,
  group: string,
  result: EventResult,
  findEnding: (positionId: string) => Ending | undefined,
): void {
  const { event } = result
  if (event.kind !== 'close' && event.kind !== 'expire' && event.kind !== 'assign' && event.kind !== 'roll') return
  const { positionId, occurredOn } = event
  const ending = findEnding(positionId)
  const queue = walk.queues.get(positionId)
  if (ending === undefined || queue === undefined) return
  const writings: Writing[] = []
  let left = ending.contracts
  for (const writing of queue.open) {
    if (left <= 0) break
    const taken = Math.min(left, writing.contracts)
    writings.push(writing)
    writing.contracts -= taken
    left -= taken
    if (writing.contracts < NO_CONTRACTS) writing.endedOn = occurredOn
  }
  queue.open = queue.open.filter(({ endedOn }) => endedOn === null)
  const { strike, expiration } = queue
  walk.endings.push({ result, ending, positionId, strike, expiration, group, writings })
}

/** Adds the contracts that an event writes. */
export function writeContracts(walk: ContractWalk, group: string, { event, chainId, symbol }: EventResult): void {
  const written = readWritten(event, walk.queues)
  if (written === null) return
  const day = event.occurredOn
  const { grant: stored, ...terms } = written
  const isSame = stored?.day === day && stored.expiration === terms.expiration && stored.symbol === symbol
  const grant = isSame ? stored : null
  const writing: Writing = { ...terms, grant, eventId: event.eventId, chainId, group, day, endedOn: null }
  const { positionId, strike, expiration } = writing
  const queue = walk.queues.get(positionId) ?? { strike, expiration, open: [] }
  queue.open.push(writing)
  walk.queues.set(positionId, queue)
  const all = walk.writings.get(group) ?? []
  all.push(writing)
  walk.writings.set(group, all)
}

function readWritten(event: MoneyEvent, queues: ContractWalk['queues']) {
  switch (event.kind) {
    case 'open': {
      const { positionId, terms, details } = event
      const { strike, expiration, contracts } = terms
      return { positionId, strike, expiration, contracts, grant: details.grant ?? null }
    }
    case 'roll': {
      const { positionId, strike, expiration, contracts } = event.open
      return { positionId, strike, expiration, contracts, grant: event.grant ?? null }
    }
    case 'write_more': {
      const { positionId, contracts } = event
      const queue = queues.get(positionId)
      if (queue === undefined) return null
      const { strike, expiration } = queue
      return { positionId, strike, expiration, contracts, grant: event.grant ?? null }
    }
    default:
      return null
  }
}

/** Restates open contracts for a corporate action. */
export function restateContracts(walk: ContractWalk, event: AdjustEvent): void {
  for (const { positionId, contracts, strike } of event.calls) {
    const queue = walk.queues.get(positionId)
    if (queue === undefined) continue
    const before = queue.open.reduce((sum, writing) => sum + writing.contracts, 0)
    queue.strike = strike
    if (before > 0) for (const writing of queue.open) writing.contracts *= contracts / before
  }
}

/** Contracts that are open, by call. */
export function listOpen({ queues }: ContractWalk): OpenContracts[] {
  return [...queues.values()].flatMap(({ strike, expiration, open }) => {
    const [first] = open
    if (first === undefined) return []
    const { positionId, chainId, day } = first
    const contracts = Math.round(open.reduce((sum, writing) => sum + writing.contracts, 0))
    return [{ positionId, chainId, strike, expiration, contracts, openedOn: day }]
  })
}
