import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { type Density, type Preferences, usePreferences } from '../../../shared/preferences.ts'
import { Section } from '../section.tsx'
import { appearanceWords as words } from '../settings-words.ts'
import classes from './appearance-section.module.css'
import { Choice, type Option, SwitchChoice } from './choice.tsx'

const schemes: readonly Option<MantineColorScheme>[] = [
  { value: 'light', label: words.light },
  { value: 'dark', label: words.dark },
  { value: 'auto', label: words.system },
]
const palettes: readonly Option<Preferences['palette']>[] = [
  { value: 'green_red', label: words.greenRed },
  { value: 'blue_orange', label: words.blueOrange },
]
const heights: readonly Option<Density>[] = [
  { value: 'compact', label: words.compact },
  { value: 'standard', label: words.standard },
  { value: 'roomy', label: words.roomy },
]

/** Settings for theme, colors, row height, shortcuts and masking. Changes apply immediately. */
export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [{ palette, density, singleKeys, hidesAmounts }, change] = usePreferences()
  return (
    <Section id="appearance" intro={words.intro}>
      <Choice
        label={words.theme}
        hint={words.themeHint}
        options={schemes}
        value={colorScheme}
        onChange={setColorScheme}
      />
      <Choice
        label={words.palette}
        hint={words.paletteHint}
        options={palettes}
        value={palette}
        onChange={(value) => change({ palette: value })}
      >
        <p className={classes.samples}>
          <Sample tone="up" words={words.sampleGain} />
          <Sample tone="down" words={words.sampleLoss} />
        </p>
      </Choice>
      <Choice
        label={words.density}
        hint={words.densityHint}
        options={heights}
        value={density}
        onChange={(value) => change({ density: value })}
      />
      <SwitchChoice
        label={words.keys}
        hint={words.keysHint}
        value={singleKeys}
        onChange={(value) => change({ singleKeys: value })}
      />
      <SwitchChoice
        label={words.amounts}
        hint={words.amountsHint}
        value={hidesAmounts}
        onChange={(value) => change({ hidesAmounts: value })}
      />
    </Section>
  )
}

function Sample({ tone, words: text }: { readonly tone: 'up' | 'down'; readonly words: string }) {
  return (
    <span className={classes.sample} data-tone={tone}>
      <svg viewBox="0 0 8 8" aria-hidden="true">
        <path d={tone === 'up' ? 'M4 1 8 7.5H0z' : 'M4 7 8 .5H0z'} />
      </svg>
      {text}
    </span>
  )
}
