import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { envelopeOf } from './error-envelope.js';
import { securityHeaders } from './security-headers.js';

const rejectionOf = (error: Error): Rejection => {
  switch (errorCodeOf(error)) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Rejection('invalid_request', { status: 408, message: 'The request did not come in time.' });
    case 'HPE_HEADER_OVERFLOW':
      return new Rejection('invalid_request', { status: 431, message: 'The headers are larger than 16 KiB.' });
    case 'HPE_INVALID_METHOD':
      return new Rejection('invalid_request', { message: 'The method is not one of HTTP.' });
    default:
      return new Rejection('invalid_request', { message: 'This is not a valid HTTP request.' });
  }
};

const securityLines = Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`);

/** True while Node sends a response over the socket. Bytes of another one must not go between its own. */
const isAnswering = (socket: Duplex): boolean => Boolean(Reflect.get(socket, '_httpMessage'));

/** Responds to input that could not be read as a request, so that no hook ever sees it, and closes the connection. */
export const answerUnreadable = (error: Error, socket: Duplex): void => {
  if (socket.writable && !isAnswering(socket) && errorCodeOf(error) !== 'ECONNRESET') {
    const rejection = rejectionOf(error);
    const requestId = newId('req');
    const body = JSON.stringify(envelopeOf(requestId, rejection));
    socket.write(
      [
        `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        `X-Request-Id: ${requestId}`,
        ...securityLines,
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroy();
};
