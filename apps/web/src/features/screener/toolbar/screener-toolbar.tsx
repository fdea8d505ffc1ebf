import { Box, Group, Stack } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconScale } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { useSaveWeightsMutation } from '../../../api/ratings.ts'
import type { Screen } from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { describeMarket } from '../../../shared/freshness-view.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import { notify } from '../../../shared/notifications.tsx'
import { useSearchKey } from '../../../shared/page-keys.ts'
import { defaultWeights } from '../../../shared/rating-weights/weights-view.ts'
import { SymbolSearch } from '../../../shared/symbol-search/symbol-search.tsx'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { FreshnessChip } from '../../../shared/ui/freshness.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { Chip } from '../controls.tsx'
import { RefreshButton } from '../enrichment/enrichment-bar.tsx'
import type { EnrichmentControl } from '../enrichment/use-enrichment.ts'
import { ChosenFilters } from '../filters/chosen-filters.tsx'
import { FilterBar, FilterSheetButton, ListFilter } from '../filters/filter-bar.tsx'
import classes from '../screener.module.css'
import { MAX_TEXT, searchScreen } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen.ts'
import { SortChoice } from '../table/stock-cards.tsx'
import { ColumnChooser, DensityChoice, PresetSwitch } from './column-controls.tsx'
import { describeScreen, readQuery, writeQuery } from './describe-screen.ts'
import { ScreenExportMenu } from './export-menu.tsx'
import { SavedScreens } from './saved-screens.tsx'

interface ScreenerToolbarProps {
  readonly screen: Screen | null
  readonly navigation: ScreenNavigation
  readonly control: EnrichmentControl
  readonly isPhone: boolean
}

/** Search, filters, result count and display options. */
export function ScreenerToolbar({ isPhone, ...props }: ScreenerToolbarProps) {
  return (
    <Stack className={classes.toolbar ?? ''} flex="none" gap={isPhone ? 0 : 'sm'} px={isPhone ? 'lg' : 0}>
      {isPhone ? <PhoneTools {...props} /> : <DesktopTools {...props} />}
    </Stack>
  )
}

type ToolsProps = Omit<ScreenerToolbarProps, 'isPhone'>

const FIND = 'Search and filters'

function DesktopTools({ screen, navigation: { state, go }, control }: ToolsProps) {
  const row = { align: 'flex-start', justify: 'space-between', gap: 'var(--space-4) var(--space-6)' } as const
  return (
    <>
      <Group {...row} wrap="nowrap">
        <Group component="section" gap="sm" miw={0} aria-label={FIND}>
          <ScreenSearch state={state} go={go} />
          <FilterBar state={state} go={go} />
        </Group>
        <RefreshButton control={control} />
      </Group>
      <Group {...row}>
        <ChosenFilters screen={screen} state={state} go={go}>
          <ListFilter state={state} go={go} />
          <ScreenMenu state={state} go={go} />
        </ChosenFilters>
        <Group gap="sm" ml="auto">
          <WeightsButton ownWeights={screen?.ownWeights ?? false} />
          <ScreenExportMenu state={state} />
          <DensityChoice />
          <PresetSwitch state={state} go={go} />
          <ColumnChooser state={state} go={go} />
        </Group>
      </Group>
    </>
  )
}

function PhoneTools({ screen, navigation: { state, go }, control }: ToolsProps) {
  return (
    <>
      <Group component="section" gap="sm" wrap="nowrap" mb="sm" aria-label={FIND}>
        <ScreenSearch state={state} go={go} />
        <FilterSheetButton state={state} go={go} />
      </Group>
      <ChosenFilters screen={screen} state={state} go={go}>
        <SortChoice state={state} go={go} />
      </ChosenFilters>
      <Group className={classes.iconTools ?? ''} gap={0} mr="calc(-1 * var(--space-4))">
        {screen && <FreshnessChip freshness={screen.freshness} isNamed={describeMarket(screen.freshness) !== null} />}
        <Box flex={1} />
        <WeightsButton ownWeights={screen?.ownWeights ?? false} />
        <ScreenMenu state={state} go={go} />
        <ScreenExportMenu state={state} />
        <ColumnChooser state={state} go={go} />
        <RefreshButton control={control} />
      </Group>
      <Stack mb="sm">
        <PresetSwitch state={state} go={go} />
      </Stack>
    </>
  )
}

/** Saved screens of the stocks. */
function ScreenMenu({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  return (
    <SavedScreens
      memory={{
        tab: 'stocks',
        query: writeQuery(state),
        describe: (query) => describeScreen(readQuery(query)),
        open: (query) => go(() => readQuery(query)),
      }}
    />
  )
}

const loadWeights = async () => (await import('../../../shared/rating-weights/weights-dialog.tsx')).WeightsDialog

interface WeightsButtonProps {
  /** Whether the ratings shown use the user's own weights. */
  readonly ownWeights: boolean
}

const NOT_RESTORED = 'Could not restore the Callwright Rating'

/** Opens the rating weights dialog. A chip beside it shows that own weights are active. */
function WeightsButton({ ownWeights }: WeightsButtonProps) {
  const [opened, dialog] = useDisclosure(false)
  const { part: WeightsDialog, loading, load } = useDeferred(loadWeights)
  const button = useRef<HTMLSpanElement>(null)
  const open = async () => {
    if (await load()) dialog.open()
  }
  return (
    <>
      {ownWeights && <OwnWeightsChip onBeforeUnmount={() => button.current?.querySelector('button')?.focus()} />}
      <span ref={button}>
        <BusyButton
          variant="subtle"
          busy={loading}
          onClick={open}
          leftSection={<IconScale size={14} stroke={1.6} aria-hidden="true" />}
        >
          Weights
        </BusyButton>
      </span>
      {WeightsDialog !== null && <WeightsDialog opened={opened} onClose={dialog.close} />}
    </>
  )
}

/** Chip for own weights, with a button that restores the defaults. */
function OwnWeightsChip({ onBeforeUnmount }: { readonly onBeforeUnmount: () => void }) {
  const [save, { isLoading }] = useSaveWeightsMutation()
  const restore = async () => {
    if (isLoading) return
    // The button unmounts with its chip, so move focus first.
    onBeforeUnmount()
    const { error } = await save(defaultWeights)
    if (error === undefined) return
    const why = describeFailure(asApiError(error))
    notify(why === null ? commonWords.tryAgain(NOT_RESTORED) : `${NOT_RESTORED}: ${why}`)
  }
  return (
    <Chip component="span" removeLabel="Back to the Callwright Rating" onRemove={() => void restore()}>
      Rated by <b>your own weights</b>
    </Chip>
  )
}

const DEBOUNCE_MS = 300

/** Filters the screen as the user types; choosing a suggestion shows that stock. */
function ScreenSearch({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(state.text)
  /** Searches already written to the URL but not yet in `state.text`, oldest first. */
  const pendingSearches = useRef<readonly string[]>([])
  const searchSoon = useDebouncedCallback((text: string) => search(text, { replace: true }), DEBOUNCE_MS)
  useSearchKey(input)
  useOnChange(state.text, (text) => {
    const index = pendingSearches.current.indexOf(text)
    pendingSearches.current = index < 0 ? [] : pendingSearches.current.slice(index + 1)
    if (index >= 0) return
    // Something else changed the search: Back, Clear all or a saved screen.
    searchSoon.cancel()
    setTyped(text)
  })

  function search(text: string, options?: { readonly replace: boolean }): void {
    searchSoon.cancel()
    const wanted = text.trim()
    const latest = pendingSearches.current.at(-1) ?? state.text
    if (wanted === latest) return
    pendingSearches.current = [...pendingSearches.current, wanted]
    go((before) => searchScreen(before, wanted), options)
  }
  const searchNow = (text: string) => {
    setTyped(text)
    search(text)
  }
  return (
    <SymbolSearch
      className={classes.search ?? ''}
      label="Search by symbol or company"
      placeholder="Symbol or company"
      maxLength={MAX_TEXT}
      inputRef={input}
      text={typed}
      onText={(text) => {
        setTyped(text)
        searchSoon(text)
      }}
      onChoose={({ symbol }) => searchNow(symbol)}
      onEnter={() => search(typed)}
      onClear={() => searchNow('')}
    />
  )
}
