#!/usr/bin/env node
// SPDX-License-Identifier: AGPL-3.0-or-later
// A chess server as in many tutorials: Socket.IO rooms; chess.js checks each move, and the other player receives it.
// Games are only in memory, and there are no clocks. `server.js serve --listen HOST:PORT` (other arguments are ignored).

import { createServer } from 'node:http'
import { Chess } from 'chess.js'
import { Server } from 'socket.io'

const games = new Map()
const http = createServer()
const io = new Server(http, { transports: ['websocket'] })

io.on('connection', (socket) => {
  let game
  let room
  let side

  socket.on('join', (wanted) => {
    room = wanted.game
    side = wanted.side === 0 ? 'w' : 'b'
    if (!games.has(room)) games.set(room, { chess: new Chess(), ply: 0, sockets: 0 })
    game = games.get(room)
    game.sockets += 1
    socket.join(room)
    socket.emit('joined', { fen: game.chess.fen(), ply: game.ply })
  })

  socket.on('move', ({ ply, uci }, acknowledge) => {
    if (!game || ply !== game.ply || game.chess.turn() !== side) return socket.emit('refused', { uci })
    let move
    try {
      move = game.chess.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] })
    } catch {
      return socket.emit('refused', { uci })
    }
    game.ply += 1
    socket.to(room).emit('move', { ply: game.ply, uci, san: move.san, fen: move.after })
    acknowledge({ ok: true })
    if (game.chess.isGameOver()) io.to(room).emit('over', { checkmate: game.chess.isCheckmate() })
  })

  socket.on('disconnect', () => {
    if (!game) return
    game.sockets -= 1
    if (game.sockets === 0) games.delete(room)
  })
})

const listen = process.argv[process.argv.indexOf('--listen') + 1]
const [host, port] = listen.split(':')
http.listen(Number(port), host, 65535, () => {
  console.log(`listening on http://${host}:${http.address().port}/`)
})
