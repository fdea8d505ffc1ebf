import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
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
import classes from './recommendations.module.css'

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
      <div className={classes.head}>
        <h2 id="best-in-range" className={classes.title}>
          {isDefault ? 'Best in range' : 'Best by your criteria'}
        </h2>
        {isDefault && <span className={classes.range}>delta 0.15 to 0.30</span>}
        <BusyButton
          variant="subtle"
          busy={loading}
          onClick={open}
          leftSection={<IconAdjustmentsHorizontal size={14} stroke={1.6} aria-hidden="true" />}
        >
          Criteria
        </BusyButton>
      </div>
      {!isDefault && <p className={classes.note}>Criteria: {toSentence(describeCriteria(wishes).join(', '))}</p>}
      {failure !== null ? (
        <div className={classes.failure} role="alert">
          <p>{describeTrouble(failure)}</p>
          <BusyButton busy={isFetching} onClick={refetch}>
            {commonWords.retry}
          </BusyButton>
        </div>
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
        <p className={classes.none} role="status">
          {isDefault ? 'No call in range qualifies.' : 'No call meets these criteria.'}
        </p>
      ) : (
        <>
          <p className={classes.note}>{describeOrder(shown, isDefault, rankedBy)}</p>
          <CallTable calls={shown} chosen={chosen} go={go} />
        </>
      )}
      {message !== null && <p className={classes.note}>{message}</p>}
      {rejectedText !== null && (!isDefault || shown.length === 0) && <p className={classes.note}>{rejectedText}</p>}
    </>
  )
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f']

function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden="true">
      {rows.map((row) => (
        <span key={row} />
      ))}
    </div>
  )
}
