import { SHARES_PER_CONTRACT } from '@callwright/scoring'
import { Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { OptionChain, OptionContract } from '../../../api/options.ts'
import { bestCallWords } from '../../../shared/figures/best-call.ts'
import { formatDecimal, formatUsd, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { useRootMark } from '../../../shared/hooks.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import type { AnalysisView, ShownChain } from '../stock-data.ts'
import { chooseCall, relateToBest } from './selection.ts'
import classes from './trade.module.css'

interface PhoneTradeProps {
  readonly view: AnalysisView
  readonly chain: ShownChain
}

const loadSheet = async () => (await import('./preview-sheet.tsx')).PreviewSheet

/** Bottom bar on a phone: the chosen call on one line, with a button that opens its preview. */
export function PhoneTrade({ view, chain: shown }: PhoneTradeProps) {
  const { part: PreviewSheet, loading, load } = useDeferred(loadSheet)
  const [opened, sheet] = useDisclosure(false)
  useRootMark('pageFoot', 'trade')
  const { chain } = shown
  const { strike } = view.state
  const call = chain && chooseCall(chain, strike, view.opening.call)
  const isBest = view.best !== null && relateToBest(view.best, chain, call) === 'shown'
  const open = async () => {
    if (await load()) sheet.open()
  }
  return (
    <Group
      component="section"
      justify="space-between"
      wrap="nowrap"
      px="lg"
      py="sm"
      className={classes.bar}
      aria-label="Selected call"
    >
      <Stack gap={0} miw={0} className={classes.figures}>
        {chain !== null && call !== null ? (
          <CallLine chain={chain} call={call} isBest={isBest} />
        ) : (
          <b>{describeNoCall(shown, strike)}</b>
        )}
      </Stack>
      <BusyButton variant="filled" size="lg" busy={loading} onClick={open}>
        Preview
      </BusyButton>
      {PreviewSheet !== null && <PreviewSheet view={view} chain={shown} opened={opened} onClose={sheet.close} />}
    </Group>
  )
}

function describeNoCall({ chain, failure }: ShownChain, strike: number | null): string {
  if (chain === null) return failure === null ? 'Loading the calls…' : 'No call to preview'
  return strike === null && chain.contracts.length > 0 ? 'No call passes' : 'No call to preview'
}

interface CallLineProps {
  readonly chain: OptionChain
  readonly call: OptionContract
  readonly isBest: boolean
}

function CallLine({ chain: { expiration }, call, isBest }: CallLineProps) {
  const { strike, premium, annualizedTimeValueYieldPct, bestCallLiquidity } = call
  return (
    <>
      <b>
        {expiration === null ? null : `${formatDay(expiration)}, `}
        {formatDecimal(strike)} call
      </b>
      <Text c="dimmed">
        {formatUsd(premium === null ? null : premium * SHARES_PER_CONTRACT)} credit,{' '}
        {formatYieldPct(annualizedTimeValueYieldPct)}% a year
        {isBest && bestCallLiquidity === 'thin' && ` · ${bestCallWords.thin}`}
      </Text>
    </>
  )
}
