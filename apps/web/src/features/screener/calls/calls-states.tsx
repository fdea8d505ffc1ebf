import { Button } from '@mantine/core'
import type { CallScreen } from '../../../api/calls.ts'
import { type ApiError, describeFailure } from '../../../api/http.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import type { AddressNavigation } from '../../../shared/routing.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import { type CallsState, openGates, relaxCalls } from './calls-state.ts'
import { nameNarrowing } from './describe-calls.ts'

export function describeCallsFailure(failure: ApiError): string {
  const message = describeFailure(failure)
  return message === null ? 'Failed to load calls' : `Failed to load calls: ${message}`
}

interface CallsFailureProps {
  readonly failure: ApiError
  readonly busy: boolean
  readonly onRetry: () => void
}

export function CallsFailure({ failure, busy, onRetry }: CallsFailureProps) {
  const { requestId } = failure
  return (
    <Empty
      tone="trouble"
      title={describeCallsFailure(failure)}
      actions={
        <BusyButton variant="filled" busy={busy} onClick={onRetry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      <p>
        {commonWords.restWorks} {commonWords.triedAgain}
      </p>
      {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
    </Empty>
  )
}

const MAX_SUGGESTIONS = 3

interface NoCallsProps extends Pick<AddressNavigation<CallsState>, 'state' | 'go'> {
  readonly screen: CallScreen
}

/** Empty state: the gates remove every call, or no call is stored yet. */
export function NoCalls({ screen: { universeTotal, relaxations, message }, state, go }: NoCallsProps) {
  if (universeTotal === 0) {
    return (
      <Empty title="No calls yet.">
        <p>{message ?? 'The calls of a stock appear here once a refresh has read its option chain.'}</p>
      </Empty>
    )
  }
  const suggestions = relaxations.slice(0, MAX_SUGGESTIONS).map(({ parameter, total }) => ({
    parameter,
    total,
    name: nameNarrowing(state, parameter),
  }))
  const [first] = suggestions
  return (
    <Empty
      title="No calls pass these gates."
      actions={
        <>
          {suggestions.map(({ parameter, name, total }, index) => (
            <Button
              key={parameter}
              variant={index === 0 ? 'filled' : 'default'}
              onClick={() => go((latest) => relaxCalls(latest, parameter))}
            >
              Remove {name} ({countCalls(total)})
            </Button>
          ))}
          <Button variant={first === undefined ? 'filled' : 'default'} onClick={() => go(openGates)}>
            Remove all
          </Button>
        </>
      }
    >
      {first === undefined
        ? 'No single gate is the reason: they remove every call only in combination.'
        : `Without “${first.name}”, ${countCalls(first.total)} would pass.`}
    </Empty>
  )
}

const countCalls = (count: number) => (count === 1 ? '1 call' : `${formatInteger(count)} calls`)
