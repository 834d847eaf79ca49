// Compares a flat Parquet file, as two readers see it, with its rows as JSONL.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'

const [parquet, jsonl] = process.argv.slice(2)
if (!parquet || !jsonl) {
  console.error('usage: node rows.mjs FILE.parquet ROWS.jsonl')
  process.exit(2)
}
const wanted = readFileSync(jsonl, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line))

async function duckdb() {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const file = `read_parquet('${parquet.replaceAll("'", "''")}', file_row_number = true)`
  const rows = await connection.runAndReadAll(`SELECT * EXCLUDE file_row_number FROM ${file} ORDER BY file_row_number`)
  return rows.getRowObjectsJson()
}

async function hyparquet() {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(parquet) })
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])))
}

for (const read of [duckdb, hyparquet]) {
  const rows = await read()
  const faults = rows.length === wanted.length ? [] : [`${rows.length} rows, want ${wanted.length}`]
  wanted.forEach((want, i) => {
    if (i >= rows.length || isDeepStrictEqual(rows[i], want)) return
    const columns = Object.keys(rows[i])
    if (!isDeepStrictEqual(columns, Object.keys(want))) faults.push(`row ${i + 1}: columns ${columns}, want ${Object.keys(want)}`)
    for (const name of columns) {
      if (!isDeepStrictEqual(rows[i][name], want[name])) faults.push(`row ${i + 1}: ${name} is ${JSON.stringify(rows[i][name])}, want ${JSON.stringify(want[name])}`)
    }
  })
  for (const fault of faults) console.error(`${read.name}: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${read.name}: ${rows.length} rows equal`)
}
