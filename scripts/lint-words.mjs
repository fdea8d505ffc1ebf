/**
 * `npm run lint:words [path]` finds words that STYLE.md bans in code, documents and screen texts, with alternatives.
 */
import { findBannedWords } from './lib/plain-words.mjs'

const found = findBannedWords(process.argv[2])
for (const { file, line, where, word, instead } of found)
  console.log(`${file}:${line} ${where}: "${word}" - ${instead}`)
if (found.length > 0) console.log(`${found.length} to reword. See "Voice" in STYLE.md.`)
process.exitCode = found.length === 0 ? 0 : 1
