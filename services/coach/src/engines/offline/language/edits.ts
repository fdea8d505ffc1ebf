/** Whether two words differ by one inserted, missing, wrong or swapped letter. */
export function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA === restB) return true
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isSwapped && restA.length > 1)
  )
}

/** Corrects a misspelled word to the only listed word that is one edit away; null if there is none or more than one. */
export function findNearWord(word: string, words: ReadonlySet<string>): string | null {
  let near: string | null = null
  for (const candidate of words) {
    if (!isOneEditAway(word, candidate)) continue
    if (near !== null) return null
    near = candidate
  }
  return near
}
