import { afterEach, describe, expect, it, vi } from "vitest";
import { parseInvitation, linkTo, findShareableOrigin, personalLink } from "../src/lib/invite";

const ID = "nshf3zhke68gzjgr";

describe("a typed or pasted invitation", () => {
  it("can be a code in various spellings", () => {
    for (const text of ["nsh-f3z", "NSH-F3Z", " nsh f3z ", "nshf3z"])
      expect(parseInvitation(text)).toEqual({ code: "nshf3z" });
  });

  it("can be a table's id", () => {
    expect(parseInvitation(` ${ID.toUpperCase()} `)).toEqual({ path: `/t/${ID}` });
  });

  it("can be a link, even inside a message", () => {
    expect(parseInvitation(`https://tercet.example/t/${ID}`)).toEqual({ path: `/t/${ID}` });
    expect(parseInvitation(`Come and play: http://192.168.0.7:8000/t/${ID} !`)).toEqual({ path: `/t/${ID}` });
  });

  it("can be a personal link, which keeps its token", () => {
    expect(parseInvitation(personalLink(ID, "a-b_c9", "https://x.example"))).toEqual({ path: `/t/${ID}#a-b_c9` });
  });

  it("can be invalid", () => {
    for (const text of ["", "hello", "nsh-f3", "nsh-f3zz", "oil-101", "https://tercet.example/"]) {
      expect(parseInvitation(text)).toBeNull();
    }
  });
});

it("a link has the origin of this page", () => {
  expect(linkTo(ID, "http://192.168.0.7:8000")).toBe(`http://192.168.0.7:8000/t/${ID}`);
});

describe("the shareable origin", () => {
  afterEach(() => vi.unstubAllGlobals());

  const at = (origin: string) => vi.stubGlobal("location", new URL(origin));
  const knowing = (addresses: string[]) =>
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(addresses))));

  it("is the page's own", async () => {
    at("https://tercet.example");
    expect(await findShareableOrigin()).toBe("https://tercet.example");
  });

  it("is the server's address in its network if the page is on a loopback address", async () => {
    at("http://localhost:8000");
    knowing(["http://192.168.178.20:8000"]);
    expect(await findShareableOrigin()).toBe("http://192.168.178.20:8000");
  });

  it("stays the page's own if the server has no other address", async () => {
    at("http://127.0.0.1:8000");
    knowing([]);
    expect(await findShareableOrigin()).toBe("http://127.0.0.1:8000");
  });
});
