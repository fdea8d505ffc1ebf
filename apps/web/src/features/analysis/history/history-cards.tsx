import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import classes from '../analysis.module.css'

const loadPanel = async () => (await import('./backtest-panel.tsx')).BacktestPanel

/** Card that back-tests a rule for selling calls on the stock. It stays closed, and loads nothing, until it is opened. */
export function BacktestCard({ symbol }: { readonly symbol: string }) {
  const { part: BacktestPanel, loading, load } = useDeferred(loadPanel)
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    if (await load()) setOpen(true)
  }
  return (
    <section className={classes.panel} aria-labelledby="backtest">
      <Group gap="sm" p="sm" pl="lg">
        <Text component="h2" id="backtest" size="lg" lh="1.25rem" fw="bold">
          Back-test
        </Text>
        {!isOpen && (
          <>
            <Text component="span" size="sm" c="var(--text-faint)">
              how selling a call by a rule would have done
            </Text>
            <BusyButton variant="subtle" ml="auto" busy={loading} onClick={() => void open()}>
              Run back-test
            </BusyButton>
          </>
        )}
      </Group>
      {isOpen && BacktestPanel !== null && <BacktestPanel symbol={symbol} />}
    </section>
  )
}
