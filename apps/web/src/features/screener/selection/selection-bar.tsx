import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconMessage, IconStar } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { useRootMark } from '../../../shared/hooks.ts'
import { openLists } from '../../../shared/open-lists.ts'
import { buildCoachPath } from '../../../shared/paths.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { BusyButton, focusNeighbor } from '../../../shared/ui/buttons.tsx'
import { CONTENT_ID } from '../../../shared/ui/page.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { Chip } from '../controls.tsx'
import classes from '../screener.module.css'
import type { ScreenState } from '../state/screen-state.ts'
import { useExport } from '../toolbar/export-menu.tsx'
import { buildCoachQuestion, MAX_COMPARED, MOST_SELECTED, type Selection } from './selection.ts'

const loadDialog = async () => (await import('./compare-dialog.tsx')).CompareDialog
const icon = { size: 14, stroke: 1.6, 'aria-hidden': true } as const

/** Maximum number of stocks in one question to the coach. */
const MAX_ASKED = 4

const describeCount = (count: number) =>
  `${formatInteger(count)} selected${count === MOST_SELECTED ? ' (maximum)' : ''}`

export const describeSelection = (count: number) => (count === 0 ? 'No stock selected' : describeCount(count))

interface SelectionBarProps {
  readonly selection: Selection
  readonly state: ScreenState
}

/** Bar with the selected stocks and actions on all of them. */
export function SelectionBar({ selection: { symbols, choose }, state }: SelectionBarProps) {
  const chosen = [...symbols]
  const navigate = useNavigate()
  const [comparing, dialog] = useDisclosure(false)
  const { part: CompareDialog, loading, load } = useDeferred(loadDialog)
  const { progress, save } = useExport(state, chosen)
  useFocusInView()
  useRootMark('pageFoot', 'selection')

  const remove = (some: readonly string[]) => {
    // The bar is about to unmount with this button, so move focus first.
    if (some.length === chosen.length) focusList()
    choose(some, false)
  }
  const compare = async () => {
    if (await load()) dialog.open()
  }
  const noComparison = explainNoComparison(chosen.length)
  const noQuestion =
    chosen.length > MAX_ASKED
      ? `The coach compares up to ${MAX_ASKED} stocks. Remove some to ask about the others.`
      : null
  return (
    <section className={classes.bar} aria-label="Selected stocks">
      <Text flex="none" fw="var(--weight-strong)">
        {describeCount(chosen.length)}
      </Text>
      <SymbolChips symbols={chosen} onRemove={(symbol) => remove([symbol])} />
      <Group className={classes.actions ?? ''} gap="3xs" wrap="nowrap">
        <Button
          {...disableWithHint(noComparison)}
          onClick={() => {
            if (noComparison === null && !loading) void compare()
          }}
        >
          Compare
        </Button>
        <BusyButton
          variant="subtle"
          leftSection={<IconDownload {...icon} />}
          busy={progress !== null}
          onClick={() => save(state.columns)}
        >
          Export CSV
        </BusyButton>
        <Button
          variant="subtle"
          leftSection={<IconMessage {...icon} />}
          {...disableWithHint(noQuestion)}
          onClick={() => {
            if (noQuestion === null) void navigate(buildCoachPath(buildCoachQuestion(chosen)))
          }}
        >
          Ask coach
        </Button>
        <Button variant="subtle" leftSection={<IconStar {...icon} />} onClick={() => openLists(chosen)}>
          Add to a list
        </Button>
        <Button variant="subtle" onClick={() => remove(chosen)}>
          Clear
        </Button>
      </Group>
      {CompareDialog !== null && <CompareDialog opened={comparing} symbols={chosen} onClose={dialog.close} />}
    </section>
  )
}

interface SymbolChipsProps {
  readonly symbols: readonly string[]
  readonly onRemove: (symbol: string) => void
}

/** Selected symbols, each with a button that removes it. */
function SymbolChips({ symbols, onRemove }: SymbolChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} className={`${classes.chips} ${classes.symbols}`}>
      {symbols.map((symbol, index) => (
        <Chip
          key={symbol}
          removeLabel={`Remove ${symbol}`}
          onRemove={() => {
            focusNeighbor(list.current, index)
            onRemove(symbol)
          }}
        >
          <b>{symbol}</b>
        </Chip>
      ))}
    </ul>
  )
}

function explainNoComparison(count: number): string | null {
  if (count < 2) return 'Select another stock to compare with.'
  return count > MAX_COMPARED
    ? `You can compare up to ${MAX_COMPARED} stocks. Remove some to compare the others.`
    : null
}

/** Keeps a disabled button focusable, and explains in a hint why it is disabled. */
const disableWithHint = (why: string | null) => (why === null ? {} : { 'aria-disabled': true, 'data-hint': why })

/** Scrolls the focused row back into view: the bar shortens the list and may hide the row just selected. */
function useFocusInView(): void {
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement?.closest('[role=grid]')) activeElement.scrollIntoView({ block: 'nearest' })
  }, [])
}

function focusList(): void {
  const stop = document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')
  const target = stop ?? document.getElementById(CONTENT_ID)
  target?.focus({ preventScroll: true })
}
