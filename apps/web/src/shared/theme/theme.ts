import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import controls from './controls.module.css'

/** A color of ten shades that are tokens, because the tokens already follow the color scheme. */
const shades = (...tokens: readonly [string, ...(readonly string[])]): MantineColorsTuple => {
  const at = (index: number) => `var(--${tokens[Math.min(index, tokens.length - 1)]})`
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9)]
}

/** Token of each color, whose tint is the background of badges and alerts. */
const tinted: Record<string, string> = { red: 'loss', green: 'gain', yellow: 'warning', blue: 'info', iris: 'accent' }

const variantColors: VariantColorsResolver = (input) => {
  const token = tinted[input.color ?? 'iris']
  const border = '1px solid transparent'
  switch (input.variant) {
    case 'filled':
      return { background: 'var(--action)', hover: 'var(--action-hover)', color: 'var(--action-text)', border }
    case 'default':
      return {
        background: 'var(--surface)',
        hover: 'var(--surface-raised)',
        color: 'var(--text)',
        border: '1px solid var(--border-strong)',
      }
    case 'subtle':
      return { background: 'transparent', hover: 'var(--surface-raised)', color: 'var(--text-muted)', border }
    case 'light':
      return token === undefined
        ? { background: 'var(--surface-raised)', hover: 'var(--surface-strong)', color: 'var(--text-muted)', border }
        : { background: `var(--${token}-tint)`, hover: `var(--${token}-tint)`, color: `var(--${token})`, border }
    default:
      return defaultVariantColorsResolver(input)
  }
}

const floating = { duration: 140, timingFunction: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontSizes: {
    xs: 'var(--font-size-xs)',
    sm: 'var(--font-size-sm)',
    md: 'var(--font-size-md)',
    lg: 'var(--font-size-lg)',
    xl: 'var(--font-size-xl)',
    '2xl': 'var(--font-size-2xl)',
  },
  lineHeights: { xs: '1rem', sm: '1rem', md: '1.25rem', lg: '1.375rem', xl: '1.5rem', '2xl': '2.125rem' },
  fontWeights: { regular: 'var(--weight-regular)', medium: 'var(--weight-medium)', bold: 'var(--weight-strong)' },
  spacing: {
    '3xs': 'var(--space-1)',
    '2xs': 'var(--space-2)',
    xs: 'var(--space-3)',
    sm: 'var(--space-4)',
    md: 'var(--space-5)',
    lg: 'var(--space-6)',
    xl: 'var(--space-7)',
    '2xl': 'var(--space-8)',
  },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: 'var(--weight-strong)',
    sizes: {
      h1: { fontSize: 'var(--font-size-xl)', lineHeight: '1.5rem' },
      h2: { fontSize: 'var(--font-size-lg)', lineHeight: '1.375rem' },
      h3: { fontSize: 'var(--font-size-md)', lineHeight: '1.25rem' },
    },
  },
  primaryColor: 'iris',
  colors: {
    iris: shades('accent'),
    red: shades('loss'),
    green: shades('gain'),
    yellow: shades('warning'),
    blue: shades('info'),
    // Mantine draws its own surfaces, borders and muted text with these two: light themes use gray, dark ones dark.
    gray: shades(
      'surface-raised',
      'surface-raised',
      'border',
      'border',
      'border-strong',
      'text-faint',
      'text-faint',
      'text-muted',
      'text',
    ),
    dark: shades(
      'text',
      'text-muted',
      'text-faint',
      'text-faint',
      'border-strong',
      'surface-strong',
      'surface',
      'surface-page',
      'surface-raised',
      'surface-page',
    ),
  },
  white: '#fdfdfc',
  black: '#16171a',
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'never',
  variantColorResolver: variantColors,
  components: {
    Button: {
      defaultProps: { variant: 'default', size: 'sm' },
      classNames: { root: controls.button, section: controls.section },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 32 }, classNames: { root: controls.icon } },
    InputWrapper: { classNames: { label: controls.label, error: controls.error } },
    Input: { classNames: { input: controls.input } },
    Alert: {
      defaultProps: { color: 'yellow', radius: 'md' },
      classNames: { root: controls.alert, icon: controls.alertIcon, message: controls.alertMessage },
    },
    Paper: { defaultProps: { radius: 'lg' } },
    Kbd: { classNames: { root: controls.key } },
    Modal: {
      defaultProps: { radius: 'var(--radius-dialog)', closeButtonProps: { 'aria-label': 'Close' } },
      classNames: {
        inner: controls.modalInner,
        content: controls.modal,
        header: controls.modalHeader,
        title: controls.modalTitle,
        body: controls.modalBody,
      },
    },
    Popover: {
      defaultProps: { radius: 'lg', transitionProps: { transition: 'fade', ...floating } },
      classNames: { dropdown: controls.popover },
    },
    Menu: {
      defaultProps: { radius: 'lg', transitionProps: { transition: 'fade', ...floating } },
      classNames: { dropdown: controls.menu, item: controls.menuItem },
    },
    Drawer: {
      defaultProps: { transitionProps: { duration: 220 } },
      classNames: { content: controls.drawer },
    },
    Notification: { classNames: { root: controls.toast, body: controls.toastBody, description: controls.toastText } },
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
