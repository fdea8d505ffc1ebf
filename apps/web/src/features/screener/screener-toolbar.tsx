import { useDisclosure } from '@mantine/hooks'
import { IconScale, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { asApiError, describeFailure } from '../../api/http.ts'
import { useSaveWeightsMutation } from '../../api/ratings.ts'
import type { Screen } from '../../api/screener.ts'
import { commonWords } from '../../shared/common-words.ts'
import { describeMarket } from '../../shared/freshness-view.ts'
import { notify } from '../../shared/notifications.tsx'
import { defaultWeights } from '../../shared/rating-weights/weights-view.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { FreshnessChip } from '../../shared/ui/freshness.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { DensityChoice } from './columns/density-choice.tsx'
import { PresetSwitch } from './columns/preset-switch.tsx'
import { RefreshButton } from './enrichment/enrichment-bar.tsx'
import type { EnrichmentControl } from './enrichment/use-enrichment.ts'
import { ScreenExportMenu } from './export/export-menu.tsx'
import { ChosenFilters } from './filters/chosen-filters.tsx'
import { FilterBar, FilterSheetButton } from './filters/filter-bar.tsx'
import filterClasses from './filters/filters.module.css'
import { SavedScreens } from './saved/saved-screens.tsx'
import { ScreenSearch } from './screen-search.tsx'
import classes from './screener-toolbar.module.css'
import type { ScreenNavigation } from './state/use-screen-state.ts'
import { SortChoice } from './table/sort-choice.tsx'

interface ScreenerToolbarProps {
  readonly screen: Screen | null
  readonly navigation: ScreenNavigation
  readonly control: EnrichmentControl
  readonly isPhone: boolean
}

/** Search, filters, result count and display options. */
export function ScreenerToolbar({ isPhone, ...props }: ScreenerToolbarProps) {
  return <div className={classes.toolbar}>{isPhone ? <PhoneTools {...props} /> : <DesktopTools {...props} />}</div>
}

type ToolsProps = Omit<ScreenerToolbarProps, 'isPhone'>

function DesktopTools({ screen, navigation: { state, go }, control }: ToolsProps) {
  return (
    <>
      <div className={classes.row}>
        <section className={classes.find} aria-label="Search and filters">
          <ScreenSearch state={state} go={go} />
          <FilterBar state={state} go={go} />
        </section>
        <RefreshButton control={control} />
      </div>
      <div className={classes.row}>
        <ChosenFilters screen={screen} state={state} go={go}>
          <SavedScreens state={state} go={go} />
        </ChosenFilters>
        <div className={classes.tools}>
          <WeightsButton ownWeights={screen?.ownWeights ?? false} />
          <ScreenExportMenu state={state} />
          <DensityChoice />
          <PresetSwitch state={state} go={go} />
          <ColumnChooser state={state} go={go} />
        </div>
      </div>
    </>
  )
}

function PhoneTools({ screen, navigation: { state, go }, control }: ToolsProps) {
  return (
    <>
      <section className={classes.find} aria-label="Search and filters">
        <ScreenSearch state={state} go={go} />
        <FilterSheetButton state={state} go={go} />
      </section>
      <ChosenFilters screen={screen} state={state} go={go}>
        <SortChoice state={state} go={go} />
      </ChosenFilters>
      <div className={classes.tools}>
        {screen && <FreshnessChip freshness={screen.freshness} isNamed={describeMarket(screen.freshness) !== null} />}
        <span className={classes.grow} />
        <WeightsButton ownWeights={screen?.ownWeights ?? false} />
        <SavedScreens state={state} go={go} />
        <ScreenExportMenu state={state} />
        <ColumnChooser state={state} go={go} />
        <RefreshButton control={control} />
      </div>
      <div className={classes.presets}>
        <PresetSwitch state={state} go={go} />
      </div>
    </>
  )
}

const loadWeights = async () => (await import('../../shared/rating-weights/weights-dialog.tsx')).WeightsDialog

interface WeightsButtonProps {
  /** Whether the ratings shown use the user's own weights. */
  readonly ownWeights: boolean
}

const NOT_RESTORED = 'Could not restore the Callwright Rating'

/** Opens the rating weights dialog. A chip beside it shows that custom weights are active. */
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

/** Chip for custom weights, with a button that restores the defaults. */
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
    <span className={filterClasses.chip}>
      Rated by <b>your own weights</b>
      <button type="button" aria-label="Back to the Callwright Rating" onClick={() => void restore()}>
        <IconX size={14} stroke={1.6} aria-hidden="true" />
      </button>
    </span>
  )
}
