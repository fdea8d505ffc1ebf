/** Whether shortcuts use Cmd on this platform. */
export const usesCmd = () => /mac|iphone|ipad/i.test(navigator.platform)
