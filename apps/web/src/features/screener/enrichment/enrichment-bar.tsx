import { Box, Button, Group, Popover, Progress, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronUp, IconRefresh } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import type { Enrichment } from '../../../api/enrichment.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import classes from '../screener.module.css'
import { describeEnrichment } from './enrichment-view.ts'
import type { EnrichmentControl } from './use-enrichment.ts'

const loadPanel = async () => (await import('./enrichment-panel.tsx')).EnrichmentPanel

const LABEL = 'Price refresh'

interface EnrichmentBarProps {
  readonly control: EnrichmentControl
  /** Filters the table to one stock. */
  readonly onFind: (symbol: string) => void
}

/** Progress of the current price refresh, or the result of the last one. */
export function EnrichmentBar({ control, onFind }: EnrichmentBarProps) {
  const { enrichment, unknown } = control
  const bar = useRef<HTMLFieldSetElement>(null)
  const hasFocus = useRef(false)
  // Start and Stop unmount when the state changes; without this, focus would move to the body.
  useOnChange(enrichment, () => {
    if (hasFocus.current && document.activeElement === document.body) bar.current?.focus()
  })
  if (enrichment === null && !unknown) return null
  return (
    <Box
      ref={bar}
      component="fieldset"
      m={0}
      p={0}
      bd={0}
      miw={0}
      aria-label={LABEL}
      tabIndex={-1}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
    >
      <Group gap="sm" wrap="nowrap">
        {enrichment === null || unknown ? (
          <span className={classes.text}>{LABEL}: status unknown</span>
        ) : (
          <KnownStatus enrichment={enrichment} control={control} onFind={onFind} />
        )}
      </Group>
    </Box>
  )
}

function KnownStatus({ enrichment, control, onFind }: EnrichmentBarProps & { readonly enrichment: Enrichment }) {
  const { busy, start, stop } = control
  const [opened, panel] = useDisclosure(false)
  const { part: EnrichmentPanel, load } = useDeferred(loadPanel)
  const titleId = useId()
  const toggle = async () => {
    if (opened) panel.close()
    else if (await load()) panel.open()
  }
  const view = describeEnrichment(enrichment)
  const find = (symbol: string) => {
    panel.close()
    onFind(symbol)
  }
  const action = { className: classes.action ?? '', variant: 'subtle', c: 'var(--text)', flex: 'none', busy } as const
  return (
    <>
      {view.kind === 'running' && (
        <Progress.Root size={4} radius="xs" flex="none" w={88} bg="var(--surface-strong)">
          <Progress.Section
            value={view.percent}
            aria-label={LABEL}
            aria-valuetext={view.text}
            color="var(--text-muted)"
          />
        </Progress.Root>
      )}
      <Popover opened={opened} onChange={panel.set} position="top-start" width={360} trapFocus returnFocus>
        <Popover.Target>
          <Button
            className={classes.action ?? ''}
            variant="subtle"
            justify="space-between"
            fw="var(--weight-regular)"
            fz="sm"
            title={view.text}
            rightSection={<IconChevronUp size={14} stroke={1.6} color="var(--text-faint)" aria-hidden="true" />}
            onClick={toggle}
          >
            <span className={classes.text}>{view.text}</span>
            {view.kind === 'idle' && view.shortfallText !== null && (
              <Text span inherit flex="none" c="var(--warning)" ml="sm">
                {view.shortfallText}
              </Text>
            )}
          </Button>
        </Popover.Target>
        <Popover.Dropdown
          maw="calc(100vw - 24px)"
          mah="min(560px, 80dvh)"
          style={{ overflowY: 'auto' }}
          aria-labelledby={titleId}
        >
          {EnrichmentPanel !== null && (
            <EnrichmentPanel titleId={titleId} enrichment={enrichment} control={control} onFind={find} />
          )}
        </Popover.Dropdown>
      </Popover>
      {/* Separate keys, so that a double click on Start can't press the Stop button that replaces it. */}
      {view.kind === 'idle' && (
        <BusyButton key="start" {...action} onClick={start}>
          Refresh prices
        </BusyButton>
      )}
      {view.kind === 'running' && view.canStop && (
        <BusyButton key="stop" {...action} aria-label="Stop the price refresh" onClick={stop}>
          Stop
        </BusyButton>
      )}
    </>
  )
}

/** Button that recomputes every figure in the screener. */
export function RefreshButton({ control: { refreshing, refresh } }: { readonly control: EnrichmentControl }) {
  return (
    <BusyButton
      flex="none"
      busy={refreshing}
      onClick={refresh}
      leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden="true" />}
    >
      Refresh
    </BusyButton>
  )
}
