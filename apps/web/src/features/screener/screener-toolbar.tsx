import type { Screen } from '../../api/screen.ts'
import { FreshnessChip } from '../../shared/ui/freshness-chip.tsx'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { DensityChoice } from './columns/density-choice.tsx'
import { PresetSwitch } from './columns/preset-switch.tsx'
import { RefreshButton } from './enrichment/refresh-button.tsx'
import type { EnrichmentControl } from './enrichment/use-enrichment.ts'
import { ScreenExportMenu } from './export/export-menu.tsx'
import { ChosenFilters } from './filters/chosen-filters.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { FilterSheetButton } from './filters/filter-sheet-button.tsx'
import { WeightsButton } from './rating/weights-button.tsx'
import { SavedScreens } from './saved/saved-screens.tsx'
import { ScreenSearch } from './screen-search.tsx'
import classes from './screener-toolbar.module.css'
import { screenerWords as words } from './screener-words.ts'
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
        <section className={classes.find} aria-label={words.toolbar}>
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
      <section className={classes.find} aria-label={words.toolbar}>
        <ScreenSearch state={state} go={go} />
        <FilterSheetButton state={state} go={go} />
      </section>
      <ChosenFilters screen={screen} state={state} go={go}>
        <SortChoice state={state} go={go} />
      </ChosenFilters>
      <div className={classes.tools}>
        {screen && <FreshnessChip freshness={screen.freshness} />}
        <span className={classes.grow} />
        <WeightsButton ownWeights={screen?.ownWeights ?? false} />
        <SavedScreens state={state} go={go} />
        <RefreshButton control={control} />
      </div>
    </>
  )
}
