import { Group, Text } from '@mantine/core'
import { type ComponentType, useId, useState } from 'react'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import classes from '../analysis.module.css'
import type { AnalysisView } from '../stock-data.ts'

interface PanelProps {
  readonly view: AnalysisView
}

interface CardProps extends PanelProps {
  readonly title: string
  readonly about: string
  readonly action: string
  readonly loadPanel: () => Promise<ComponentType<PanelProps>>
}

/** Card that stays closed, and loads neither code nor data, until it is opened. */
function OnDemandCard({ title, about, action, loadPanel, view }: CardProps) {
  const id = useId()
  const { part: Panel, loading, load } = useDeferred(loadPanel)
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    if (await load()) setOpen(true)
  }
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Group gap="sm" p="sm" pl="lg">
        <Text component="h2" id={id} size="lg" lh="1.25rem" fw="bold">
          {title}
        </Text>
        {!isOpen && (
          <>
            <Text component="span" size="sm" c="var(--text-faint)">
              {about}
            </Text>
            <BusyButton variant="subtle" ml="auto" busy={loading} onClick={() => void open()}>
              {action}
            </BusyButton>
          </>
        )}
      </Group>
      {isOpen && Panel !== null && <Panel view={view} />}
    </section>
  )
}

/** The stock's past: its volatility and earnings moves, and a back-test of a rule for selling calls. */
export function HistoryCards({ view }: PanelProps) {
  const { symbol } = view.state
  return (
    <>
      <OnDemandCard
        key={`${symbol} volatility`}
        title="Volatility and earnings"
        about="over a year, by expiration, and the moves on reports"
        action="Show volatility"
        loadPanel={async () => (await import('./volatility-panel.tsx')).VolatilityPanel}
        view={view}
      />
      <OnDemandCard
        key={`${symbol} back-test`}
        title="Back-test"
        about="how selling a call by a rule would have done"
        action="Run back-test"
        loadPanel={async () => (await import('./backtest-panel.tsx')).BacktestPanel}
        view={view}
      />
    </>
  )
}
