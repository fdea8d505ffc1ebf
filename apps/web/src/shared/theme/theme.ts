import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import controls from './controls.module.css'

/** Every shade of a Mantine color maps to the same variable, because the tokens already follow the color scheme. */
const tokenColors = (name: string): MantineColorsTuple => {
  const token = `var(--${name})`
  return [token, token, token, token, token, token, token, token, token, token]
}

const variantColors: VariantColorsResolver = (input) => {
  switch (input.variant) {
    case 'filled':
      return {
        background: 'var(--action)',
        hover: 'var(--action-hover)',
        color: 'var(--action-text)',
        border: '1px solid transparent',
      }
    case 'default':
      return {
        background: 'var(--surface)',
        hover: 'var(--surface-raised)',
        color: 'var(--text)',
        border: '1px solid var(--border-strong)',
      }
    case 'subtle':
      return {
        background: 'transparent',
        hover: 'var(--surface-raised)',
        color: 'var(--text-muted)',
        border: '1px solid transparent',
      }
    default:
      return defaultVariantColorsResolver(input)
  }
}

const floating = { duration: 140, timingFunction: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  primaryColor: 'iris',
  colors: { iris: tokenColors('accent'), red: tokenColors('loss'), green: tokenColors('gain') },
  white: '#fdfdfc',
  black: '#16171a',
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'never',
  variantColorResolver: variantColors,
  components: {
    Button: { defaultProps: { variant: 'default', size: 'sm' }, classNames: { root: controls.button } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 32 }, classNames: { root: controls.icon } },
    InputWrapper: { classNames: { label: controls.label, error: controls.error } },
    Input: { classNames: { input: controls.input } },
    Popover: {
      defaultProps: { radius: 'lg', transitionProps: { transition: 'fade', ...floating } },
      classNames: { dropdown: controls.popover },
    },
    Menu: {
      defaultProps: { radius: 'lg', transitionProps: { transition: 'fade', ...floating } },
      classNames: { dropdown: controls.menu, item: controls.menuItem },
    },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        offset: 6,
        events: { hover: true, focus: true, touch: false },
        transitionProps: { transition: 'fade', ...floating },
      },
      classNames: { tooltip: controls.tooltip },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 220 } }, classNames: { content: controls.drawer } },
    Notification: { classNames: { root: controls.toast, description: controls.toastText } },
  },
})

const mapped = {
  '--mantine-color-body': 'var(--surface-page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-error': 'var(--loss)',
  '--mantine-color-success': 'var(--gain)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-raised)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-disabled': 'var(--surface-raised)',
  '--mantine-color-disabled-color': 'var(--text-faint)',
  '--mantine-color-disabled-border': 'var(--border-strong)',
}

/** Sets Mantine's variables to the app's tokens. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': '1.25rem' },
  light: mapped,
  dark: mapped,
})
