type Show = (symbols: readonly string[]) => void

let show: Show | null = null
let waiting: readonly string[] | null = null

/** Opens the dialog that puts stocks on lists; without stocks, it manages the lists. Waits until its code has loaded. */
export function openLists(symbols: readonly string[]): void {
  if (show === null) waiting = symbols
  else show(symbols)
}

/** Sets the function that shows the dialog. Returns a function that removes it. */
export function onOpenLists(shower: Show): () => void {
  show = shower
  if (waiting !== null) shower(waiting)
  waiting = null
  return () => {
    show = null
  }
}
