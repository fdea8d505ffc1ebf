import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { selectResult } from '../../../api/api.ts'
import { type ApiError, asApiError, describeFailure } from '../../../api/http.ts'
import {
  type CallWishes,
  OPTIONS_KEPT_SECONDS,
  type Recommendations,
  useCustomRecommendationsQuery,
} from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import classes from '../analysis.module.css'
import { type AnalysisView, useShownChain } from '../stock-data.ts'
import { chooseCall } from '../trade/selection.ts'
import { CallTable, type CallTableProps } from './call-table.tsx'
import {
  carryOver,
  defaultWishes,
  describeCriteria,
  describeOrder,
  describeRejected,
  pickBest,
} from './recommendation-view.ts'

const loadDialog = async () => (await import('./criteria-dialog.tsx')).CriteriaDialog

/** Suggested calls: the best in-range call for each expiration, or all calls that meet the user's criteria. */
export function BestInRange({ view }: { readonly view: AnalysisView }) {
  const { symbol, strike } = view.state
  const [{ wishes, stock }, setRequest] = useState<{ wishes: CallWishes; stock: string | null }>({
    wishes: defaultWishes,
    stock: symbol,
  })
  if (stock !== symbol) setRequest({ wishes: carryOver(wishes), stock: symbol })
  const [opened, dialog] = useDisclosure(false)
  const { part: CriteriaDialog, loading, load } = useDeferred(loadDialog)
  const { chain, failure: noChain } = useShownChain(view)
  // Subscribed here rather than in the list: a list that mounts later would refetch a chain that has just failed.
  const { chain: callChain } = useShownChain(view, 'call')
  const chosen = callChain && chooseCall(callChain, strike, view.opening.call)
  const { data, currentData, error, isFetching, refetch } = useCustomRecommendationsQuery(
    { symbol: symbol ?? '', wishes },
    // To build this list, the server reads every chain for the stock, so load the chain on screen first.
    {
      skip: symbol === null || (chain === null && noChain === null),
      refetchOnMountOrArgChange: OPTIONS_KEPT_SECONDS,
      selectFromResult: selectResult,
    },
  )
  const isDefault = wishes === defaultWishes
  const failure = currentData === undefined ? asApiError(error) : null
  const open = async () => {
    if (await load()) dialog.open()
  }
  return (
    <section className={classes.panel} aria-labelledby="best-in-range" aria-busy={isFetching}>
      <Group gap="sm" p="sm" pl="lg" pb="xs">
        <Text component="h2" id="best-in-range" size="lg" lh="1.25rem" fw="bold">
          {isDefault ? 'Best in range' : 'Best by your criteria'}
        </Text>
        {isDefault && (
          <Text component="span" size="sm" c="var(--text-faint)">
            delta 0.15 to 0.30
          </Text>
        )}
        <BusyButton
          variant="subtle"
          ml="auto"
          busy={loading}
          onClick={open}
          leftSection={<IconAdjustmentsHorizontal size={14} stroke={1.6} aria-hidden="true" />}
        >
          Criteria
        </BusyButton>
      </Group>
      {!isDefault && <Note>Criteria: {toSentence(describeCriteria(wishes).join(', '))}</Note>}
      {failure !== null ? (
        <Stack gap="sm" align="flex-start" px="lg" pt="2xs" pb="md" role="alert">
          <p>{describeTrouble(failure)}</p>
          <BusyButton busy={isFetching} onClick={refetch}>
            {commonWords.retry}
          </BusyButton>
        </Stack>
      ) : currentData === undefined ? (
        <Waiting />
      ) : (
        <Found found={currentData} isDefault={isDefault} chosen={chosen?.contractSymbol ?? null} go={view.go} />
      )}
      {CriteriaDialog !== null && (
        <CriteriaDialog
          opened={opened}
          wishes={wishes}
          expiration={data === undefined ? null : (chain?.expiration ?? null)}
          onApply={(chosen) => setRequest({ wishes: chosen, stock: symbol })}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" lh="1.25rem" c="dimmed" px="lg" pt="2xs" pb="md">
    {children}
  </Text>
)

function describeTrouble(failure: ApiError): string {
  const why = describeFailure(failure)
  return why === null ? 'Could not load the list' : `Could not load the list: ${why}`
}

interface FoundProps extends Pick<CallTableProps, 'chosen' | 'go'> {
  readonly found: Recommendations
  readonly isDefault: boolean
}

function Found({ found: { calls, rankedBy, rejected, message }, isDefault, chosen, go }: FoundProps) {
  const shown = isDefault ? pickBest(calls) : calls
  const rejectedText = describeRejected(rejected)
  return (
    <>
      {shown.length === 0 ? (
        <Text px="lg" pt="2xs" pb="md" role="status">
          {isDefault ? 'No call in range qualifies.' : 'No call meets these criteria.'}
        </Text>
      ) : (
        <>
          <Note>{describeOrder(shown, isDefault, rankedBy)}</Note>
          <CallTable calls={shown} chosen={chosen} go={go} />
        </>
      )}
      {message !== null && <Note>{message}</Note>}
      {rejectedText !== null && (!isDefault || shown.length === 0) && <Note>{rejectedText}</Note>}
    </>
  )
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f']

function Waiting() {
  return (
    <Stack px="lg" pt="2xs" pb="md" aria-hidden="true">
      {rows.map((row) => (
        <Skeleton key={row} animate={false} h={10} />
      ))}
    </Stack>
  )
}
