"""The server of `jointstats app`: what it refuses, and that a computation can be stopped."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest
from windows import Window

from jointstats.base import errors
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.app import server as app_server
from jointstats.interfaces.cli.commands import contents


@contextlib.contextmanager
def serving(**how):
    """A server of the page that answers."""
    with app_server.PageServer(**how) as made:
        threading.Thread(target=made.serve_forever, args=(0.05,), daemon=True).start()
        yield made
        made.shutdown()


@pytest.fixture(scope="module")
def server():
    with serving(largest=0.001) as made:
        yield made


def send(server, method, path, body=None, **headers):
    """Status, headers and text; a header that is None is not sent."""
    link = http.client.HTTPConnection(*server.server_address, timeout=60)
    known = {"Host": server.host, "Origin": f"http://{server.host}", "X-Jointstats": "page"}
    known |= {name.replace("_", "-"): value for name, value in headers.items()}
    link.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in known.items():
        if value is not None:
            link.putheader(name, value)
    if body is not None and "Content-Length" not in known:
        link.putheader("Content-Length", str(len(body)))
    link.endheaders(body)
    reply = link.getresponse()
    text = reply.read().decode("utf-8", "replace")
    link.close()
    return reply.status, dict(reply.getheaders()), text


def packed(request, data=b""):
    words = json.dumps(request).encode()
    return len(words).to_bytes(4, "big") + words + data


def ask(server, request, data=b"", **headers):
    return send(server, "POST", f"/{server.token}/ask", packed(request, data), **headers)


def test_the_page_and_its_headers(server):
    status, headers, text = send(server, "GET", f"/{server.token}/", Origin=None)
    assert status == 200 and "<!DOCTYPE html>" in text
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self' 'sha256-" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert "<script>" not in text and "onclick" not in text
    status, headers, text = send(server, "HEAD", f"/{server.token}/page.js", Origin=None)
    assert status == 200 and headers["Content-Type"].startswith("text/javascript") and text == ""


def test_files_that_the_command_names_are_there_for_the_page(tmp_path):
    (tmp_path / "runs" / "a").mkdir(parents=True)
    (tmp_path / "runs" / "a" / "r.csv").write_bytes(b"x,y\n1,2\n")
    (tmp_path / "b.csv").write_bytes(b"p\n")
    given = contents([str(tmp_path / "runs"), str(tmp_path / "b.csv")])
    with serving(given=given) as made:
        listed = send(made, "GET", f"/{made.token}/given.json", Origin=None)
        content = send(made, "GET", f"/{made.token}/given.bin", Origin=None)
    sizes = {one["name"]: one["size"] for one in json.loads(listed[2])}
    assert sizes == {"runs/a/r.csv": 8, "b.csv": 2}
    assert content[0] == 200 and content[2] == "x,y\n1,2\np\n"
    with pytest.raises(errors.ReadError, match="start with “jointstats app --largest"):
        app_server.run(largest=1, given={"x": bytes(2_000_000)}, browser=False, say=print)
    with pytest.raises(errors.ReadError, match="There is no file"):
        contents([str(tmp_path / "none.csv")])


def test_it_answers_on_this_machine_only(server):
    assert server.server_address[0] == "127.0.0.1"
    assert len(server.token) >= 43  # 256 bits
    status, _, text = ask(server, {"ask": "packaged"})
    reply = json.loads(text.splitlines()[-1])["reply"]
    assert status == 200 and reply["ok"]
    assert "weka" in [one["name"] for one in reply["tables"]]


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/wrong/", "/ask", "//", "/%00/", "/wrong/ask", "x", "/open/wrong"]
)
def test_without_the_token_nothing_is_sent(server, path):
    for method in ("GET", "POST"):
        status, _, text = send(server, method, path, b"" if method == "POST" else None)
        assert status == 403 and len(text.splitlines()) == 1
        assert server.token not in text


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost:1", "127.0.0.1", "[::1]:80", "127.0.0.1:1", None]
)
def test_another_name_of_this_machine_is_refused(server, host):
    """A name that somebody made to point to 127.0.0.1 (DNS rebinding)."""
    status, _, text = send(server, "GET", f"/{server.token}/", Host=host)
    assert status == 403 and "only at its address" in text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
def test_other_pages_may_not_ask(server, origin):
    for path in ("ask", "cancel"):
        status, _, text = send(
            server, "POST", f"/{server.token}/{path}", packed({"ask": "packaged"}), Origin=origin
        )
        assert status == 403 and "Only the page itself" in text


def test_a_request_must_say_where_it_comes_from(server):
    for missing in ("Origin", "X-Jointstats"):
        status, _, _ = ask(server, {"ask": "packaged"}, **{missing: None})
        assert status == 403


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "desk.py", "app.css", "page.js/", "./page.js",
     "page.js?x", "%70age.js", "\\etc\\passwd", "index.html/../desk.py"],
)  # fmt: skip
def test_only_the_files_of_the_page_are_sent(server, name):
    status, _, text = send(server, "GET", f"/{server.token}/{name}", Origin=None)
    assert status == 404 and text == "There is no such page.\n"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "FOO"])
def test_other_methods_are_refused(server, method):
    status, headers, text = send(server, method, f"/{server.token}/")
    assert status == 405 and "GET, HEAD and POST" in text
    assert "Access-Control-Allow-Origin" not in headers


def test_a_file_that_is_too_large_is_refused_in_a_sentence(server):
    status, _, text = ask(server, {"ask": "open", "file": "x.csv"}, b"x" * 2_100_000)
    assert status == 413
    assert "at most 0.001 MB are taken: start with “jointstats app --largest 3”" in text


def test_the_page_asks_whether_a_file_fits(server):
    path = f"/{server.token}/fits"
    for size, expected in (("1000", 200), ("1001", 413), ("9" * 19, 413), ("x", 200)):
        status, _, text = send(server, "POST", path, b"", X_Size=size)
        assert status == expected
        assert ("at most 0.001 MB are taken" in text) == (expected == 413)
    assert send(server, "POST", path, b"", X_Size="1", Origin="null")[0] == 403


def test_a_size_that_is_not_true_or_not_said_is_refused(server):
    for size in ("-1", "x", "1e9", "٣"):
        said = size.encode().decode("latin-1")
        status, _, _ = send(server, "POST", f"/{server.token}/ask", b"", Content_Length=said)
        assert status == 411
    status, _, _ = send(
        server, "POST", f"/{server.token}/ask", b"abcd", Transfer_Encoding="chunked"
    )
    assert status == 411
    for digits in (18, 19, 5000):
        said = ask(server, {"ask": "packaged"}, Content_Length="9" * digits)
        assert (said[0], len(said[2].splitlines())) == (413, 1)
    for body in (b"", b"\xff\xff\xff\xffx", b"\x00\x00\x00\x00", b"\x00\x00\x00\x02\xff\xff"):
        status, _, _ = send(server, "POST", f"/{server.token}/ask", body)
        assert status == 400


def test_a_line_that_is_no_request_is_refused(server):
    with socket.create_connection(server.server_address, timeout=20) as link:
        link.sendall(b"GET / HTTP/9.9\r\n\r\n")
        said = link.recv(4000).decode()
    assert " 505 " in said or " 400 " in said
    assert "nosniff" in said


def test_the_browsers_ticket_works_once():
    with serving() as made:
        path = made.first_address.removeprefix(f"http://{made.host}")
        assert made.token not in path
        status, headers, _ = send(made, "GET", path, Origin=None)
        assert status == 303 and headers["Location"] == made.address
        status, headers, _ = send(made, "GET", path, Origin=None)
        assert status == 403 and "Location" not in headers


def last(lines):
    """The reply at the end, as text."""
    return json.dumps(json.loads(list(lines)[-1])["reply"])


@pytest.fixture(scope="module")
def desk():
    made = app_desk.DeskProcess()
    yield made
    made.close()


@pytest.mark.parametrize("drops", [0, 40])
def test_a_body_that_never_comes_is_not_waited_for(server, monkeypatch, drops):
    monkeypatch.setattr(server.RequestHandlerClass, "timeout", 0.5)
    start = time.monotonic()
    with socket.create_connection(server.server_address, timeout=30) as link:
        link.sendall(
            f"POST /{server.token}/ask HTTP/1.1\r\nHost: {server.host}\r\n"
            f"Origin: http://{server.host}\r\nX-Jointstats: page\r\n"
            "Content-Length: 200\r\n\r\n".encode()
        )
        with contextlib.suppress(OSError):
            for _ in range(drops):
                link.sendall(b"x")
                time.sleep(0.05)
        with contextlib.suppress(OSError):
            reply = link.recv(4096)
            assert b"400" in reply.splitlines()[0]
    assert time.monotonic() - start < 20
    assert ask(server, {"ask": "packaged"})[0] == 200


def test_what_is_computed_can_be_stopped(desk):
    window = Window(lambda words, data: last(desk.ask(words, data)))
    roles = window.ask(ask="open", packaged="weka")["table"]["known"]["roles"]
    assert window.ask(ask="compare", roles=roles)["ok"]
    lines = []
    request = {"ask": "explore", "setting": "data set"}
    for line in desk.ask(json.dumps(window.marks | request), None):
        lines.append(json.loads(line))
        if lines[-1].get("progress", {}).get("text") == "Leaving out one data set":
            # Meanwhile nobody else is answered.
            busy = json.loads(next(desk.ask('{"ask": "packaged"}', None)))
            assert "being computed already" in busy["reply"]["error"]
            desk.cancel()
    assert lines[-1]["reply"]["about"] == "stopped"
    # A new desk waits, which knows nothing of the table.
    assert window.ask(ask="report")["about"] == "elsewhere"
    after = json.loads(last(desk.ask('{"ask": "report"}', None)))
    assert after["error"] == "Open a table first."


def test_whoever_has_read_a_reply_may_ask_again_at_once(desk):
    for line in desk.ask('{"ask": "packaged"}', None):
        if "reply" in json.loads(line):
            again = json.loads(last(desk.ask('{"ask": "packaged"}', None)))
    assert again["ok"]


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_ends_it_with_one_line():
    code = "import sys; from jointstats.interfaces.cli import main; sys.exit(main())"
    made = subprocess.Popen(
        [sys.executable, "-c", code, "app", "--no-browser"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        first = [made.stdout.readline(), made.stdout.readline()]
        assert first[0].startswith("The page is at http://127.0.0.1:")
        time.sleep(0.3)
        made.send_signal(signal.SIGINT)
        out, err = made.communicate(timeout=30)
    finally:
        made.kill()
    assert out.strip() == "The page has ended." and err == ""
    assert made.returncode == 0


def test_the_largest_file_is_a_number():
    from jointstats.interfaces.cli import main

    for said in ("x", "0", "0.5", "1e9"):
        assert main(["app", "--no-browser", "--largest", said]) == 2
