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
        background: 'var(--btn)',
        hover: 'var(--btn-hover)',
        color: 'var(--btn-tx)',
        border: '1px solid transparent',
      }
    case 'default':
      return {
        background: 'var(--bg1)',
        hover: 'var(--bg2)',
        color: 'var(--tx1)',
        border: '1px solid var(--line2)',
      }
    case 'subtle':
      return {
        background: 'transparent',
        hover: 'var(--bg2)',
        color: 'var(--tx2)',
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
  colors: { iris: tokenColors('ac'), red: tokenColors('dn'), green: tokenColors('up') },
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
  '--mantine-color-body': 'var(--bg0)',
  '--mantine-color-text': 'var(--tx1)',
  '--mantine-color-bright': 'var(--tx1)',
  '--mantine-color-dimmed': 'var(--tx2)',
  '--mantine-color-placeholder': 'var(--tx3)',
  '--mantine-color-error': 'var(--dn)',
  '--mantine-color-success': 'var(--up)',
  '--mantine-color-anchor': 'var(--ac)',
  '--mantine-color-default': 'var(--bg1)',
  '--mantine-color-default-hover': 'var(--bg2)',
  '--mantine-color-default-color': 'var(--tx1)',
  '--mantine-color-default-border': 'var(--line2)',
  '--mantine-color-disabled': 'var(--bg2)',
  '--mantine-color-disabled-color': 'var(--tx3)',
  '--mantine-color-disabled-border': 'var(--line2)',
}

/** Sets Mantine's variables to the app's tokens. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': '1.25rem' },
  light: mapped,
  dark: mapped,
})
