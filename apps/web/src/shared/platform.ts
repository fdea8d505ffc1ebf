/** Whether shortcuts are made with Cmd here. */
export const usesCmd = () => /mac|iphone|ipad/i.test(navigator.platform)
