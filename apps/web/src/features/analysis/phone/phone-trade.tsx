import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import { useDisclosure } from '@mantine/hooks'
import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'
import { formatDecimal, formatUsd, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import type { AnalysisNavigation } from '../analysis-state.ts'
import { phoneWords as words } from '../analysis-words.ts'
import { previewWords } from '../trade/preview-words.ts'
import { chooseCall } from '../trade/selection.ts'
import type { ShownChain } from '../use-shown-chain.ts'
import classes from './phone-trade.module.css'

interface PhoneTradeProps {
  readonly navigation: AnalysisNavigation
  readonly chain: ShownChain
}

const loadSheet = async () => (await import('./preview-sheet.tsx')).PreviewSheet

/** At the foot of a phone: the chosen call in a line, and the way to its preview. */
export function PhoneTrade({ navigation, chain: shown }: PhoneTradeProps) {
  const { part: PreviewSheet, loading, load } = useDeferred(loadSheet)
  const [opened, sheet] = useDisclosure(false)
  const { chain } = shown
  const call = chain && chooseCall(chain, navigation.state.strike)
  const open = async () => {
    if (await load()) sheet.open()
  }
  return (
    <section className={classes.bar} data-page-foot="" aria-label={words.bar}>
      <span className={classes.call}>
        {chain !== null && call !== null ? (
          <CallLine chain={chain} call={call} />
        ) : (
          <b>{shown.failure === null && chain === null ? words.loading : previewWords.none}</b>
        )}
      </span>
      <BusyButton variant="filled" size="lg" busy={loading} onClick={open}>
        {words.preview}
      </BusyButton>
      {PreviewSheet !== null && (
        <PreviewSheet navigation={navigation} chain={shown} opened={opened} onClose={sheet.close} />
      )}
    </section>
  )
}

function CallLine({ chain: { expiration }, call }: { readonly chain: OptionChain; readonly call: OptionContract }) {
  const { strike, bid, annualizedTimeValueYieldPct } = call
  return (
    <>
      <b>
        {expiration === null ? null : `${formatDay(expiration)}, `}
        {words.call(formatDecimal(strike))}
      </b>
      <small>
        {words.brings(
          formatUsd(bid === null ? null : bid * SHARES_PER_CONTRACT),
          formatYieldPct(annualizedTimeValueYieldPct),
        )}
      </small>
    </>
  )
}
