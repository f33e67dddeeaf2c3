// A provider of models on this machine: answers the wire formats of Anthropic, OpenAI (responses, chat) and Gemini, first
// with a call of a tool that writes `made.txt` in the directory it is told, then with a word. A port for each fault.
const http = require("node:http");

const GOOGLE = "type.googleapis.com/google.rpc.";
const QUOTA =
  "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.";
const quota = (quotaId) => ({ "@type": `${GOOGLE}QuotaFailure`, violations: [{ quotaId }] });

/** Each fault as Anthropic and OpenAI say it (status, type, message), and as Google does (with a list of details). */
const FAULTS = {
  ok: null,
  limit: {
    common: [429, "rate_limit_error", "Rate limit reached. Please try again in 0.2s."],
    google: [
      429,
      "RESOURCE_EXHAUSTED",
      `${QUOTA}\nPlease retry in 2s.`,
      [
        quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier"),
        { "@type": `${GOOGLE}RetryInfo`, retryDelay: "2s" },
      ],
    ],
  },
  overload: {
    common: [529, "overloaded_error", "Overloaded"],
    google: [503, "UNAVAILABLE", "The model is overloaded. Please try again later."],
  },
  auth: {
    common: [401, "authentication_error", "invalid x-api-key"],
    google: [
      400,
      "INVALID_ARGUMENT",
      "API key not valid. Please pass a valid API key.",
      [{ "@type": `${GOOGLE}ErrorInfo`, reason: "API_KEY_INVALID", domain: "googleapis.com" }],
    ],
  },
  quota: {
    common: [400, "invalid_request_error", "Your credit balance is too low to access the API."],
    google: [429, "RESOURCE_EXHAUSTED", QUOTA, [quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier")]],
  },
  context: {
    common: [400, "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"],
    google: [
      400,
      "INVALID_ARGUMENT",
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    ],
  },
  model: {
    common: [404, "model_not_found", "The model `nope` does not exist or you do not have access to it."],
    google: [
      404,
      "NOT_FOUND",
      "models/nope is not found for API version v1beta, or is not supported for generateContent.",
    ],
  },
};

/** Starts a provider with one fault or none; answers its port and how to close it. */
exports.startProvider = function startProvider(fault, directory) {
  const file = `${directory}/made.txt`;
  const server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => answer(request.url ?? "", text, response, FAULTS[fault], file));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve({ port: server.address().port, close: () => (server.closeAllConnections(), server.close()) });
    });
  });
};

function json(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function stream(response, events, named) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const data = typeof event === "string" ? event : JSON.stringify(event);
    response.write(`${named ? `event: ${event.type}\n` : ""}data: ${data}\n\n`);
  }
  response.end();
}

function answer(url, text, response, fault, file) {
  if (url.includes("count_tokens") || url.includes("countTokens"))
    return json(response, 200, { input_tokens: 10, totalTokens: 10 });
  const kind = url.includes("/messages")
    ? "anthropic"
    : url.includes("/chat/completions")
      ? "chat"
      : url.includes("/responses")
        ? "openai"
        : url.includes("enerateContent")
          ? "gemini"
          : undefined;
  if (kind === undefined) return json(response, 200, { object: "list", data: [], models: [] });
  if (fault !== null) {
    const [status, type, message, details] = kind === "gemini" ? fault.google : fault.common;
    const google = { code: status, message, status: type, ...(details === undefined ? {} : { details }) };
    const error = kind === "gemini" ? google : { type, code: type, message };
    return json(response, status, { type: "error", error });
  }
  const body = text === "" ? {} : JSON.parse(text);
  return ANSWERS[kind](body, response, file, url);
}

const USAGE = { input_tokens: 11, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 };

/** The tools with which agents that speak the chat format write a file. */
const WRITERS = {
  write_file: (file_path) => ({ file_path, content: "made\n" }),
  write: (filePath) => ({ filePath, content: "made\n" }),
  create: (path) => ({ path, file_text: "made\n" }),
};

const ANSWERS = {
  anthropic(body, response, file) {
    const done = JSON.stringify(body.messages ?? []).includes("tool_result");
    const able = (body.tools ?? []).some(({ name }) => name === "Write");
    const head = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: body.model,
      content: [],
      stop_reason: null,
      usage: USAGE,
    };
    const tool = able && !done;
    const block = tool ? { type: "tool_use", id: "toolu_1", name: "Write", input: {} } : { type: "text", text: "" };
    const delta = tool
      ? { type: "input_json_delta", partial_json: JSON.stringify({ file_path: file, content: "made\n" }) }
      : { type: "text_delta", text: "I made it." };
    const stop_reason = tool ? "tool_use" : "end_turn";
    if (!body.stream)
      return json(response, 200, { ...head, content: [{ type: "text", text: "I made it." }], stop_reason: "end_turn" });
    return stream(
      response,
      [
        { type: "message_start", message: head },
        { type: "content_block_start", index: 0, content_block: block },
        { type: "content_block_delta", index: 0, delta },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
        { type: "message_stop" },
      ],
      true,
    );
  },
  openai(body, response, file) {
    const names = (body.tools ?? []).map(({ name }) => name);
    const done = JSON.stringify(body.input ?? []).includes("call_output");
    const command = `echo made > '${file}'`;
    const call = names.includes("exec_command")
      ? { name: "exec_command", arguments: JSON.stringify({ cmd: command }) }
      : {
          name: names.find((name) => /shell/.test(name ?? "")),
          arguments: JSON.stringify({ command: name_is_text(names) ? command : ["bash", "-c", command] }),
        };
    const item =
      done || call.name === undefined
        ? {
            type: "message",
            id: "m1",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: "I made it.", annotations: [] }],
          }
        : { type: "function_call", id: "f1", call_id: "c1", status: "completed", ...call };
    const usage = {
      input_tokens: 11,
      input_tokens_details: { cached_tokens: 3 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 1 },
      total_tokens: 16,
    };
    const whole = { id: "resp_1", object: "response", status: "completed", model: body.model, output: [item], usage };
    return stream(
      response,
      [
        { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
        { type: "response.output_item.added", output_index: 0, item },
        { type: "response.output_item.done", output_index: 0, item },
        { type: "response.completed", response: whole },
      ],
      true,
    );
  },
  chat(body, response, file) {
    const done = (body.messages ?? []).some(({ role }) => role === "tool");
    const name = (body.tools ?? []).map((tool) => tool.function?.name).find((each) => each in WRITERS);
    const call = {
      id: "call_1",
      type: "function",
      function: { name, arguments: JSON.stringify(WRITERS[name]?.(file)) },
    };
    const tool = name !== undefined && !done;
    const said = tool ? { tool_calls: [{ index: 0, ...call }] } : { content: "I made it." };
    const finish_reason = tool ? "tool_calls" : "stop";
    const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };
    const head = { id: "chat_1", created: 1, model: body.model };
    if (body.stream !== true)
      return json(response, 200, {
        ...head,
        object: "chat.completion",
        choices: [{ index: 0, message: { role: "assistant", content: null, ...said }, finish_reason }],
        usage,
      });
    const chunk = (delta, more = {}) => ({
      ...head,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: null, ...more }],
    });
    return stream(
      response,
      [chunk({ role: "assistant", ...said }), { ...chunk({}, { finish_reason }), usage }, "[DONE]"],
      false,
    );
  },
  gemini(body, response, file, url) {
    const able = JSON.stringify(body.tools ?? []).includes("write_file");
    const done = JSON.stringify(body.contents ?? []).includes("functionResponse");
    // Before its first turn it asks which model the task needs.
    const asked = body.generationConfig?.responseMimeType === "application/json";
    const part = asked
      ? { text: JSON.stringify({ complexity_reasoning: "easy", complexity_score: 10 }) }
      : able && !done
        ? { functionCall: { name: "write_file", args: { file_path: file, content: "made\n" } } }
        : { text: "I made it." };
    const whole = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 5, totalTokenCount: 16, cachedContentTokenCount: 3 },
      modelVersion: "gemini-mock",
    };
    return url.includes("stream") ? stream(response, [whole], false) : json(response, 200, whole);
  },
};

function name_is_text(names) {
  return names.includes("shell_command");
}
