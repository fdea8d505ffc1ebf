/** Whether shortcuts on this platform use Cmd instead of Ctrl. */
export const usesCmd = () => /mac|iphone|ipad/i.test(navigator.platform)
