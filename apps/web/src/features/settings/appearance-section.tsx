import { type MantineColorScheme, Text, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { type Density, type Preferences, usePreferences } from '../../shared/preferences.ts'
import { Segmented } from '../../shared/ui/buttons.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

interface Option<Value> {
  readonly value: Value
  readonly label: string
}

const schemes: readonly Option<MantineColorScheme>[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]
const palettes: readonly Option<Preferences['palette']>[] = [
  { value: 'green_red', label: 'Green and red' },
  { value: 'blue_orange', label: 'Blue and orange' },
]
const heights: readonly Option<Density>[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'standard', label: 'Standard' },
  { value: 'roomy', label: 'Roomy' },
]
const switches: readonly Option<boolean>[] = [
  { value: true, label: 'On' },
  { value: false, label: 'Off' },
]

/** Settings for theme, colors, row height, shortcuts and masking. Changes apply immediately. */
export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [{ palette, density, singleKeys, hidesAmounts }, change] = usePreferences()
  return (
    <Section id="appearance" intro="Saved in this browser, for all its tabs.">
      <Choice
        label="Theme"
        hint="System follows your computer’s setting."
        options={schemes}
        value={colorScheme}
        onChange={setColorScheme}
      />
      <Choice
        label="Gain and loss"
        hint="Both colors come with a sign and a triangle."
        options={palettes}
        value={palette}
        onChange={(value) => change({ palette: value })}
      >
        <Sample color="var(--gain)" path="M4 1 8 7.5H0z" name="A gain" />
        <Sample color="var(--loss)" path="M4 7 8 .5H0z" name="A loss" />
      </Choice>
      <Choice
        label="Row height"
        hint="For the tables of stocks and positions."
        options={heights}
        value={density}
        onChange={(value) => change({ density: value })}
      />
      <Choice
        label="Single-key shortcuts"
        hint="Such as / and ?. Turn them off if you use voice control. Shortcuts with Ctrl or Cmd still work."
        options={switches}
        value={singleKeys}
        onChange={(value) => change({ singleKeys: value })}
      />
      <Choice
        label="Hide amounts"
        hint="Hides your dollar amounts when others can see your screen."
        options={switches}
        value={hidesAmounts}
        onChange={(value) => change({ hidesAmounts: value })}
      />
    </Section>
  )
}

interface ChoiceProps<Value> {
  readonly label: string
  readonly hint: string
  readonly options: readonly Option<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Preview of the chosen value. */
  readonly children?: ReactNode
}

/** One setting, with a label, a hint, and a segmented control for its values. */
function Choice<Value>({ label, hint, options, value, onChange, children }: ChoiceProps<Value>) {
  const hintId = useId()
  return (
    <div className={classes.choice}>
      <div>
        <b>{label}</b>
        <Text id={hintId} size="sm" c="dimmed">
          {hint}
        </Text>
        {children}
      </div>
      <Segmented label={label}>
        {options.map((option) => (
          <button
            key={option.label}
            type="button"
            aria-pressed={option.value === value}
            aria-describedby={hintId}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </button>
        ))}
      </Segmented>
    </div>
  )
}

function Sample({ color, path, name }: { readonly color: string; readonly path: string; readonly name: string }) {
  return (
    <Text component="span" fw="var(--weight-strong)" c={color} mr="lg">
      <svg className={classes.triangle} viewBox="0 0 8 8" aria-hidden="true">
        <path d={path} />
      </svg>
      {name}
    </Text>
  )
}
